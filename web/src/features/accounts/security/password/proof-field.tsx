import { Button } from '@mantine/core'
import { useState } from 'react'
import { PasswordField, TextField } from '#ui/forms/text-fields.tsx'
import { Notice } from '#ui/notice.tsx'
import { useAct } from '#ui/use-act.ts'
import styles from '../security.module.css'
import { mailCode } from './change-password.ts'

/** What proves the owner: the present password, or a code from the mailbox. */
export function ProofField({ email }: { email: string }) {
  const [isByMail, setByMail] = useState(false)
  const { start, isBusy, failure } = useAct({
    run: async () => {
      await mailCode()
      setByMail(true)
    },
    failed: '',
  })
  return (
    <>
      {isByMail ? (
        <>
          <Notice tone="blue">
            A code is on its way to <bdi>{email}</bdi>.
          </Notice>
          <TextField name="nonce" label="Code" autoComplete="one-time-code" spellCheck={false} />
        </>
      ) : (
        <PasswordField
          name="current_password"
          label="Current password"
          autoComplete="current-password"
        />
      )}
      {failure ? <Notice tone="red">{failure}</Notice> : null}
      <Button
        variant="subtle"
        size="compact-sm"
        className={styles.start ?? ''}
        loading={isBusy}
        onClick={() => (isByMail ? setByMail(false) : start())}
      >
        {isByMail ? 'Use my current password' : 'Email me a code instead'}
      </Button>
    </>
  )
}
