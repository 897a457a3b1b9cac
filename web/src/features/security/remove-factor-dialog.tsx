import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { useAction } from '#ui/use-act.ts'
import { removeFactor, type SecondFactor } from './second-factors.ts'

interface Props {
  userId: string
  factor: SecondFactor
  isLast: boolean
  opened: boolean
  onClose: () => void
}

export default function RemoveFactorDialog({ userId, factor, isLast, opened, onClose }: Props) {
  const { attempt } = useAction({
    run: () => removeFactor(factor.id),
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
      <bdi>{factor.name}</bdi>. Your other devices are signed out.{' '}
      {isLast
        ? 'Your recovery codes go with it.'
        : 'You may be asked for a code of another app to go on here.'}
    </ConfirmDialog>
  )
}
