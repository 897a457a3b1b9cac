import { Button } from '@mantine/core'
import { LogOut, UserPlus } from 'lucide-react'
import { Suspense } from 'react'
import { sessionStore } from '#features/accounts/session/session-store.ts'
import { lazyPart } from '#ui/lazy.tsx'
import { PlainDialog } from '#ui/dialogs/plain-dialog.tsx'
import { useDialog } from '#ui/dialogs/use-dialog.ts'

const AddUser = lazyPart(
  () => import('#features/accounts/add-user/add-user-dialog.tsx'),
  PlainDialog,
)

export function AdminActions() {
  const adding = useDialog<true>()
  return (
    <>
      <Button
        variant="default"
        leftSection={<LogOut size={16} aria-hidden />}
        onClick={() => void sessionStore.signOut()}
      >
        Log Out
      </Button>
      <Button leftSection={<UserPlus size={16} aria-hidden />} onClick={() => adding.open(true)}>
        Add User
      </Button>
      {adding.subject ? (
        <Suspense>
          <AddUser opened={adding.opened} onClose={adding.close} />
        </Suspense>
      ) : null}
    </>
  )
}
