import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { useAction } from '#ui/use-act.ts'
import { type LinkedAccount, linkedAccountsKey, unlink } from './linked-accounts.ts'

interface Props {
  userId: string
  linked: LinkedAccount
  opened: boolean
  onClose: () => void
}

export default function UnlinkDialog({ userId, linked, opened, onClose }: Props) {
  const { attempt } = useAction({
    run: () => unlink(linked),
    done: `${linked.name} is unlinked.`,
    keys: [linkedAccountsKey(userId), ['accounts', 'sessions', userId]],
  })
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Unlink ${linked.name}`}
      question="Stop logging in with this account?"
      confirm="Unlink"
      isDangerous
      onConfirm={attempt}
    >
      <bdi>{linked.account || linked.name}</bdi>. You can link it again later. Your other devices
      will be logged out.
    </ConfirmDialog>
  )
}
