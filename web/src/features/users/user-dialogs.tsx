import { useState } from 'react'
import * as z from 'zod/mini'
import { moment } from '#lib/clock.ts'
import { reason, requiredText } from '#lib/schemas.ts'
import { roleNames, roles } from '#lib/session/roles.ts'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { ReasonDialog } from '#ui/dialogs/form-dialog.tsx'
import { CheckboxField, ChoiceField } from '#ui/forms/choice-fields.tsx'
import { MomentField } from '#ui/forms/moment-field.tsx'
import { TextField } from '#ui/forms/text-fields.tsx'
import { toast } from '#ui/toast.ts'
import type { AdminUser } from './admin-users.queries.ts'
import {
  admit,
  ban,
  changeRole,
  emailResetLink,
  endSessions,
  liftBan,
  roleChoices,
} from './users.mutations.ts'

export interface UserDialogProps {
  user: AdminUser
  opened: boolean
  onClose: () => void
}

/** Query keys to invalidate after an action on a user. */
export const affectedKeys = [['accounts', 'people'], ['analytics'], ['audit']] as const

const admitSchema = z.object({
  role: z.enum(['contractor', 'consultant', 'facility'], 'Choose a role.'),
  full_name: requiredText('Enter a name.', 200),
  company_name: requiredText('Enter a company.', 200),
  reason: reason(),
})

// An admin cannot make a self-registered user an admin in one step.
const admittableRoles = [
  { value: '', label: 'Choose a role' },
  ...roleChoices.filter(({ value }) => value !== 'admin'),
]

export function AdmitDialog({ user, ...dialog }: UserDialogProps) {
  return (
    <ReasonDialog
      {...dialog}
      title="Assign role"
      draftName={`admit:${user.id}`}
      schema={admitSchema}
      act={(admission) => admit(user.id, admission)}
      done="Role assigned."
      keys={affectedKeys}
    >
      <p>
        <bdi>{user.email}</bdi> has signed up but has no role yet. Once you assign one, they can use
        their dashboard.
      </p>
      <ChoiceField name="role" label="Role" required data={admittableRoles} />
      <TextField
        name="full_name"
        label="Full name"
        defaultValue={user.fullName}
        autoComplete="off"
        required
      />
      <TextField name="company_name" label="Company" autoComplete="off" required />
    </ReasonDialog>
  )
}

const changeRoleSchema = z.object({ role: z.enum(roles, 'Choose a role.'), reason: reason() })

export function ChangeRoleDialog({ user, ...dialog }: UserDialogProps) {
  const others = roles.filter((role) => role !== user.role)
  return (
    <ReasonDialog
      {...dialog}
      title="Change role"
      draftName={`change-role:${user.id}`}
      schema={changeRoleSchema}
      act={({ role, reason: why }) => changeRole(user.id, role, why)}
      done="Role changed."
      keys={affectedKeys}
    >
      <p>
        <bdi>{user.name}</bdi> is {user.role ? roleWithArticle[user.role] : 'without a role'} now.
        Changing the role logs them out everywhere. Their past activity is kept.
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

const roleWithArticle = {
  consultant: 'a consultant',
  facility: 'a facility',
  contractor: 'a contractor',
  admin: 'an admin',
}

const reasonSchema = z.object({ reason: reason() })

export function EndSessionsDialog({ user, ...dialog }: UserDialogProps) {
  return (
    <ReasonDialog
      {...dialog}
      title="End sessions"
      draftName={`end-sessions:${user.id}`}
      schema={reasonSchema}
      act={(values) => endSessions(user.id, values.reason)}
      done="Sessions ended."
      keys={affectedKeys}
    >
      <p>
        This logs <bdi>{user.name}</bdi> out on every device. They can log in again right away.
      </p>
    </ReasonDialog>
  )
}

export function ResetPasswordDialog({ user, ...dialog }: UserDialogProps) {
  return (
    <ConfirmDialog
      {...dialog}
      title="Reset password"
      question={`Email ${user.email} a link to choose a new password?`}
      confirm="Send link"
      onConfirm={async () => {
        await emailResetLink(user.email)
        toast('Link sent.')
      }}
    >
      <p>
        The link works once and expires after one hour. The current password works until they choose
        a new one.
      </p>
    </ConfirmDialog>
  )
}

const weekMs = 7 * 86_400_000

const banSchemas = {
  until: z.object({
    until: moment({ missing: 'Choose a time.', wrong: 'Enter a valid time.' }),
    reason: reason(),
  }),
  withoutEnd: z.object({ until: z.string(), reason: reason() }),
}

export function BanDialog({ user, ...dialog }: UserDialogProps) {
  const [isWithoutEnd, setWithoutEnd] = useState(false)
  const [inAWeek] = useState(() => new Date(Date.now() + weekMs).toISOString())
  return (
    <ReasonDialog
      {...dialog}
      title="Suspend"
      isDangerous
      draftName={`ban:${user.id}`}
      schema={isWithoutEnd ? banSchemas.withoutEnd : banSchemas.until}
      act={({ until, reason: why }) => ban(user.id, until, why)}
      done="User suspended."
      keys={affectedKeys}
    >
      <p>
        This logs <bdi>{user.name}</bdi> out everywhere. They can't log in until the suspension
        ends. Their past activity is kept.
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

export function LiftBanDialog({ user, ...dialog }: UserDialogProps) {
  return (
    <ReasonDialog
      {...dialog}
      title="Lift suspension"
      draftName={`lift-ban:${user.id}`}
      schema={reasonSchema}
      act={(values) => liftBan(user.id, values.reason)}
      done="Suspension lifted."
      keys={affectedKeys}
    >
      <p>
        <bdi>{user.name}</bdi> can log in again right away.
      </p>
    </ReasonDialog>
  )
}
