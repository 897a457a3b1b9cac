import { type ComponentType, Suspense, useState } from 'react'
import type { UserAct } from '#features/users/admin-users.tsx'
import type { UserDialogProps } from '#features/users/user-dialogs.tsx'
import type { Person } from '#features/users/users.queries.ts'
import { PlainDialog } from '#ui/dialogs/plain-dialog.tsx'
import { useDialog } from '#ui/dialogs/use-dialog.ts'
import { lazyPart } from '#ui/lazy.tsx'

const load = () => import('#features/users/user-dialogs.tsx')

const dialogs = {
  admit: lazyPart(async () => ({ default: (await load()).AdmitDialog }), PlainDialog),
  endSessions: lazyPart(async () => ({ default: (await load()).EndSessionsDialog }), PlainDialog),
  changeRole: lazyPart(async () => ({ default: (await load()).ChangeRoleDialog }), PlainDialog),
  ban: lazyPart(async () => ({ default: (await load()).BanDialog }), PlainDialog),
  liftBan: lazyPart(async () => ({ default: (await load()).LiftBanDialog }), PlainDialog),
} satisfies Record<UserAct, ComponentType<UserDialogProps>>

/** What is done to a person, asked in a dialog that is loaded when it is first wanted. */
export function useUserDialogs() {
  const { subject: person, opened, open, close } = useDialog<Person>()
  const [act, setAct] = useState<UserAct>('endSessions')
  const [turn, setTurn] = useState(0)
  const Dialog = dialogs[act]
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
