import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { useAct } from '#ui/use-act.ts'
import { unlink, type WayIn, waysInKey } from './ways-in.ts'

interface Props {
  userId: string
  way: WayIn
  opened: boolean
  onClose: () => void
}

export default function UnlinkDialog({ userId, way, opened, onClose }: Props) {
  const { attempt } = useAct({
    run: () => unlink(way),
    done: `${way.name} is unlinked.`,
    keys: [waysInKey(userId), ['accounts', 'sessions', userId]],
  })
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Unlink ${way.name}`}
      question="Stop signing in with this account?"
      confirm="Unlink"
      isDangerous
      onConfirm={attempt}
    >
      <bdi>{way.account || way.name}</bdi>. You can link it here again. Your other devices are
      signed out.
    </ConfirmDialog>
  )
}
