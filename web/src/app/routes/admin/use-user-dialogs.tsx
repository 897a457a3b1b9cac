import { type ComponentType, Suspense, useState } from 'react'
import type { Person } from '#features/users/users.queries.ts'
import type { UserAct } from '#features/users/admin-users.tsx'
import type { UserDialogProps } from '#features/users/user-dialogs.tsx'
import { lazyPart } from '#ui/lazy.tsx'
import { PlainDialog } from '#ui/dialogs/plain-dialog.tsx'
import { useDialog } from '#ui/dialogs/use-dialog.ts'

const users = {
  admit: lazyPart(
    () => import('#features/users/user-dialogs.tsx'),
    PlainDialog,
  ),
  endSessions: lazyPart(
    () => import('#features/users/user-dialogs.tsx'),
    PlainDialog,
  ),
  changeRole: lazyPart(
    () => import('#features/users/user-dialogs.tsx'),
    PlainDialog,
  ),
  ban: lazyPart(() => import('#features/users/user-dialogs.tsx'), PlainDialog),
  liftBan: lazyPart(
    () => import('#features/users/user-dialogs.tsx'),
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
