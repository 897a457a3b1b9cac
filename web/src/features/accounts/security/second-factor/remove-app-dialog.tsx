import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { useAct } from '#ui/use-act.ts'
import { type App, removeApp } from './second-factors.ts'

interface Props {
  userId: string
  app: App
  isLast: boolean
  opened: boolean
  onClose: () => void
}

export default function RemoveAppDialog({ userId, app, isLast, opened, onClose }: Props) {
  const { attempt } = useAct({
    run: () => removeApp(app.id),
    done: 'The app is removed.',
    keys: [
      ['accounts', 'second-factors', userId],
      ['accounts', 'sessions', userId],
    ],
  })
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title="Remove authenticator app"
      question={isLast ? 'Sign in with the password alone from now on?' : 'Remove this app?'}
      confirm="Remove"
      isDangerous
      onConfirm={attempt}
    >
      <bdi>{app.name}</bdi>. Your other devices are signed out.{' '}
      {isLast
        ? 'Your recovery codes go with it.'
        : 'You may be asked for a code of another app to go on here.'}
    </ConfirmDialog>
  )
}
