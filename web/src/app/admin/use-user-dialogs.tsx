import { type ComponentType, Suspense, useState } from 'react'
import type { Person } from '#features/accounts/directory/people.ts'
import type { UserAct } from '#features/accounts/directory/users/user-columns.tsx'
import type { UserDialogProps } from '#features/accounts/directory/users/user-dialog.ts'
import { lazyPart } from '#ui/lazy.tsx'
import { PlainDialog } from '#ui/dialogs/plain-dialog.tsx'
import { useDialog } from '#ui/dialogs/use-dialog.ts'

const users = {
  admit: lazyPart(
    () => import('#features/accounts/directory/newcomers/admit-dialog.tsx'),
    PlainDialog,
  ),
  endSessions: lazyPart(
    () => import('#features/accounts/directory/users/end-sessions-dialog.tsx'),
    PlainDialog,
  ),
  changeRole: lazyPart(
    () => import('#features/accounts/directory/users/change-role-dialog.tsx'),
    PlainDialog,
  ),
  ban: lazyPart(() => import('#features/accounts/directory/users/ban-dialog.tsx'), PlainDialog),
  liftBan: lazyPart(
    () => import('#features/accounts/directory/users/lift-ban-dialog.tsx'),
    PlainDialog,
  ),
} satisfies Record<UserAct, ComponentType<UserDialogProps>>

/** What is done to a person, asked in a dialog that is loaded when it is first wanted. */
export function useUserDialogs() {
  const { subject: person, opened, open, close } = useDialog<Person>()
  const [act, setAct] = useState<UserAct>('endSessions')
  const [turn, setTurn] = useState(0)
  const Dialog = users[act]
  const dialog = (
    <Suspense>
      {/* Each time anew: what was chosen last time, and is over, stands in no field. */}
      {person ? <Dialog key={turn} person={person} opened={opened} onClose={close} /> : null}
    </Suspense>
  )
  const start = (wanted: UserAct, about: Person) => {
    setAct(wanted)
    setTurn(turn + 1)
    open(about)
  }
  return { start, dialog }
}
