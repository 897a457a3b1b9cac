import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { errorFieldsOf } from '#lib/errors.ts'
import { refreshQueries } from '#lib/live/refresh.ts'
import { Dialog, DialogButtons } from '#ui/dialogs/dialog.tsx'
import { Form, FormFailure, SubmitButton } from '#ui/forms/form.tsx'
import { TextField } from '#ui/forms/text-fields.tsx'
import { useForm } from '#ui/forms/use-form.ts'
import { NewCodes, useCodesGuard } from './recovery-codes-dialog.tsx'
import styles from './second-factors.module.css'
import { enrollApp, type EnrolledApp, verifyApp } from './second-factors.ts'
import { SixDigitsForm } from './verification-forms.tsx'

interface Props {
  userId: string
  hasCodes: boolean
  opened: boolean
  onClose: () => void
}

/** Adds an authenticator app, and makes recovery codes if the user has none yet. */
export default function AddAppDialog({ userId, hasCodes, opened, onClose }: Props) {
  const queries = useQueryClient()
  const [app, setApp] = useState<EnrolledApp>()
  const [isVerified, setVerified] = useState(false)
  const { close, guard } = useCodesGuard(onClose)
  const finish = () => {
    refreshQueries(queries, ['accounts', 'sessions', userId])
    // The step that makes recovery codes refreshes the list of factors itself.
    if (hasCodes) {
      refreshQueries(queries, ['accounts', 'second-factors', userId])
      return onClose()
    }
    setVerified(true)
  }
  return (
    <Dialog opened={opened} onClose={close} title="Add an authenticator app">
      {isVerified ? (
        <NewCodes userId={userId} hasCodes={false} guard={guard} />
      ) : app ? (
        <VerifyAppForm app={app} onVerified={finish} onCancel={onClose} />
      ) : (
        <NameAppForm onEnrolled={setApp} onCancel={onClose} />
      )}
    </Dialog>
  )
}

const schema = z.object({
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Enter a name.'),
      z.maxLength(100, 'Use at most 100 characters.'),
    ),
})

const isTaken = (error: unknown) => errorFieldsOf(error).code === 'mfa_factor_name_conflict'

interface NameAppFormProps {
  onEnrolled: (app: EnrolledApp) => void
  onCancel: () => void
}

function NameAppForm({ onEnrolled, onCancel }: NameAppFormProps) {
  const form = useForm({
    schema,
    onSubmit: async ({ name }) => onEnrolled(await enrollApp(name)),
    fieldFor: (error) => (isTaken(error) ? 'name' : undefined),
    errorTextFor: (error) =>
      isTaken(error) ? 'You already have an app with this name. Choose another name.' : undefined,
  })
  return (
    <Form form={form}>
      <TextField
        name="name"
        label="Name"
        description="A name to recognize this device, such as “Work phone”."
        defaultValue="Phone"
        autoComplete="off"
        data-autofocus
      />
      <FormFailure />
      <DialogButtons>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <SubmitButton>Continue</SubmitButton>
      </DialogButtons>
    </Form>
  )
}

interface VerifyAppFormProps {
  app: EnrolledApp
  onVerified: () => void
  onCancel: () => void
}

function VerifyAppForm({ app, onVerified, onCancel }: VerifyAppFormProps) {
  return (
    <SixDigitsForm
      description="The 6-digit code from the app."
      correction="Enter the 6-digit code from the app."
      aside="Other devices will be logged out."
      onCode={(code) => verifyApp(app.id, code).then(onVerified)}
      onCancel={onCancel}
    >
      <div className={styles.scan}>
        <img src={app.picture} alt="A QR code for your app" className={styles.picture} />
        <div className={styles.words}>
          <p>Scan this with your authenticator app, or type this key into it:</p>
          <code className={styles.key}>{inGroups(app.secret)}</code>
        </div>
      </div>
    </SixDigitsForm>
  )
}

/** Authenticator apps ignore the spaces between the groups. */
function inGroups(secret: string) {
  return (secret.match(/.{1,4}/g) ?? []).join(' ')
}
