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
    done: `${factor.name} is removed.`,
    keys: [
      ['accounts', 'second-factors', userId],
      ['accounts', 'sessions', userId],
    ],
  })
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title="Remove two-factor method"
      question={
        isLast ? 'Log in with only your password from now on?' : 'Remove this two-factor method?'
      }
      confirm="Remove"
      isDangerous
      onConfirm={attempt}
    >
      <bdi>{factor.name}</bdi>. Your other devices will be logged out.{' '}
      {isLast
        ? 'Your recovery codes will be deleted.'
        : 'You may need a code from another app to continue here.'}
    </ConfirmDialog>
  )
}
