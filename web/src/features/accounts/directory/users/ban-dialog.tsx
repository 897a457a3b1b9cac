import { useState } from 'react'
import * as z from 'zod/mini'
import { moment } from '#lib/clock.ts'
import { reason } from '#lib/schemas.ts'
import { CheckboxField } from '#ui/forms/toggle-fields.tsx'
import { MomentField } from '#ui/forms/moment-field.tsx'
import { ReasonDialog } from '#ui/dialogs/form-dialog.tsx'
import { ban } from './acts.ts'
import { changedLists, type UserDialogProps } from './user-dialog.ts'

const week = 7 * 86_400_000

const schemas = {
  until: z.object({
    until: moment({ missing: 'Choose a time.', wrong: 'This is not a time.' }),
    reason: reason(),
  }),
  withoutEnd: z.object({ until: z.string(), reason: reason() }),
}

export default function BanDialog({ person, ...dialog }: UserDialogProps) {
  const [isWithoutEnd, setWithoutEnd] = useState(false)
  const [inAWeek] = useState(() => new Date(Date.now() + week).toISOString())
  return (
    <ReasonDialog
      {...dialog}
      title="Ban"
      isDangerous
      keep={`ban:${person.id}`}
      schema={isWithoutEnd ? schemas.withoutEnd : schemas.until}
      act={({ until, reason: why }) => ban(person.id, until, why)}
      done="User banned."
      keys={changedLists}
    >
      <p>
        <bdi>{person.name}</bdi> is signed out everywhere at once, and cannot sign in until the ban
        is over. What they did so far stays.
      </p>
      {isWithoutEnd ? (
        <input type="hidden" name="until" value="infinity" />
      ) : (
        <MomentField name="until" label="Until" defaultValue={inAWeek} required />
      )}
      <CheckboxField
        name="without_end"
        label="Until an admin lifts it"
        onChange={({ currentTarget }) => setWithoutEnd(currentTarget.checked)}
      />
    </ReasonDialog>
  )
}
