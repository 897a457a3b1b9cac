import { type ComponentType, Suspense, useState } from 'react'
import type { AdminUser } from '#features/users/admin-users.queries.ts'
import type { UserAction } from '#features/users/admin-users.tsx'
import type { UserDialogProps } from '#features/users/user-dialogs.tsx'
import { PlainDialog } from '#ui/dialogs/plain-dialog.tsx'
import { useDialog } from '#ui/dialogs/use-dialog.ts'
import { lazyPart } from '#ui/lazy.tsx'

const load = () => import('#features/users/user-dialogs.tsx')

const dialogs = {
  admit: lazyPart(async () => ({ default: (await load()).AdmitDialog }), PlainDialog),
  resetPassword: lazyPart(
    async () => ({ default: (await load()).ResetPasswordDialog }),
    PlainDialog,
  ),
  endSessions: lazyPart(async () => ({ default: (await load()).EndSessionsDialog }), PlainDialog),
  changeRole: lazyPart(async () => ({ default: (await load()).ChangeRoleDialog }), PlainDialog),
  ban: lazyPart(async () => ({ default: (await load()).BanDialog }), PlainDialog),
  liftBan: lazyPart(async () => ({ default: (await load()).LiftBanDialog }), PlainDialog),
} satisfies Record<UserAction, ComponentType<UserDialogProps>>

/**
 * Returns the dialog for an admin's action on a user, and `start`, which opens the dialog. The first opening loads the
 * module of all dialogs.
 */
export function useUserDialogs() {
  const { subject: user, opened, open, close } = useDialog<AdminUser>()
  const [action, setAction] = useState<UserAction>('endSessions')
  const [opening, setOpening] = useState(0)
  const Dialog = dialogs[action]
  const dialog = (
    <Suspense>
      {/* The dialog gets a new key each time it opens, which resets its fields. */}
      {user ? <Dialog key={opening} user={user} opened={opened} onClose={close} /> : null}
    </Suspense>
  )
  const start = (nextAction: UserAction, nextUser: AdminUser) => {
    setAction(nextAction)
    setOpening(opening + 1)
    open(nextUser)
  }
  return { start, dialog }
}
