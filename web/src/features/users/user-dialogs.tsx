import { useState } from 'react'
import * as z from 'zod/mini'
import { moment } from '#lib/clock.ts'
import { reason, requiredText } from '#lib/schemas.ts'
import { roleNames, roles } from '#lib/session/roles.ts'
import { ReasonDialog } from '#ui/dialogs/form-dialog.tsx'
import { CheckboxField, ChoiceField } from '#ui/forms/choice-fields.tsx'
import { MomentField } from '#ui/forms/moment-field.tsx'
import { TextField } from '#ui/forms/text-fields.tsx'
import { admit, ban, changeRole, endSessions, liftBan, roleChoices } from './users.mutations.ts'
import type { Person } from './users.queries.ts'

/** What every dialog about a person is given. */
export interface UserDialogProps {
  person: Person
  opened: boolean
  onClose: () => void
}

/** Every list that shows a person, or what was done to them. */
export const changedLists = [['accounts', 'people'], ['analytics'], ['audit']] as const

const admitSchema = z.object({
  role: z.enum(['contractor', 'consultant', 'facility'], 'Choose a role.'),
  full_name: requiredText('Enter a name.', 200),
  company_name: requiredText('Enter a company.', 200),
  reason: reason(),
})

// Whoever came by themselves becomes no admin at once.
const admittableRoles = [
  { value: '', label: 'Choose a role' },
  ...roleChoices.filter(({ value }) => value !== 'admin'),
]

export function AdmitDialog({ person, ...dialog }: UserDialogProps) {
  return (
    <ReasonDialog
      {...dialog}
      title="Give a role"
      keep={`admit:${person.id}`}
      schema={admitSchema}
      act={(admission) => admit(person.id, admission)}
      done="Role given."
      keys={changedLists}
    >
      <p>
        <bdi>{person.email}</bdi> has an account and no role yet. With a role they go on to their
        dashboard at once.
      </p>
      <ChoiceField name="role" label="Role" required data={admittableRoles} />
      <TextField
        name="full_name"
        label="Full name"
        defaultValue={person.fullName}
        autoComplete="off"
        required
      />
      <TextField name="company_name" label="Company" autoComplete="off" required />
    </ReasonDialog>
  )
}

const changeRoleSchema = z.object({ role: z.enum(roles, 'Choose a role.'), reason: reason() })

export function ChangeRoleDialog({ person, ...dialog }: UserDialogProps) {
  const others = roles.filter((role) => role !== person.role)
  return (
    <ReasonDialog
      {...dialog}
      title="Change role"
      keep={`change-role:${person.id}`}
      schema={changeRoleSchema}
      act={({ role, reason: why }) => changeRole(person.id, role, why)}
      done="Role changed."
      keys={changedLists}
    >
      <p>
        <bdi>{person.name}</bdi> {person.role ? `is ${inSentence[person.role]} now, and ` : ''}is
        signed out everywhere by the change. What they did so far stays.
      </p>
      <ChoiceField
        name="role"
        label="New role"
        required
        data={[
          { value: '', label: 'Choose a role' },
          ...others.map((role) => ({ value: role, label: roleNames[role] })),
        ]}
      />
    </ReasonDialog>
  )
}

const inSentence = {
  consultant: 'a consultant',
  facility: 'a facility',
  contractor: 'a contractor',
  admin: 'an admin',
}

const reasonSchema = z.object({ reason: reason() })

export function EndSessionsDialog({ person, ...dialog }: UserDialogProps) {
  return (
    <ReasonDialog
      {...dialog}
      title="End sessions"
      keep={`end-sessions:${person.id}`}
      schema={reasonSchema}
      act={(values) => endSessions(person.id, values.reason)}
      done="Sessions ended."
      keys={changedLists}
    >
      <p>
        <bdi>{person.name}</bdi> is signed out on every device at once, and can sign in again.
      </p>
    </ReasonDialog>
  )
}

const week = 7 * 86_400_000

const banSchemas = {
  until: z.object({
    until: moment({ missing: 'Choose a time.', wrong: 'This is not a time.' }),
    reason: reason(),
  }),
  withoutEnd: z.object({ until: z.string(), reason: reason() }),
}

export function BanDialog({ person, ...dialog }: UserDialogProps) {
  const [isWithoutEnd, setWithoutEnd] = useState(false)
  const [inAWeek] = useState(() => new Date(Date.now() + week).toISOString())
  return (
    <ReasonDialog
      {...dialog}
      title="Ban"
      isDangerous
      keep={`ban:${person.id}`}
      schema={isWithoutEnd ? banSchemas.withoutEnd : banSchemas.until}
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

export function LiftBanDialog({ person, ...dialog }: UserDialogProps) {
  return (
    <ReasonDialog
      {...dialog}
      title="Lift ban"
      keep={`lift-ban:${person.id}`}
      schema={reasonSchema}
      act={(values) => liftBan(person.id, values.reason)}
      done="Ban lifted."
      keys={changedLists}
    >
      <p>
        <bdi>{person.name}</bdi> can sign in again at once.
      </p>
    </ReasonDialog>
  )
}
