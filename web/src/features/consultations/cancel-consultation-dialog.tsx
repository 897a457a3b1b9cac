import { formatMoney } from '#lib/format.ts'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { useCancelConsultation } from './consultations.mutations.ts'

export interface ConsultationToCancel {
  id: string
  /** The name of the other party. */
  name: string
  /** The start in the time zones of both parties, from `formatBothTimes`. */
  times: string[]
  fee: number
  /** The status of the payment, or undefined if there is no fee. */
  payment: string | undefined
}

interface Props {
  consultation: ConsultationToCancel
  opened: boolean
  onClose: () => void
}

export default function CancelConsultationDialog({ consultation, opened, onClose }: Props) {
  const { id, name, times } = consultation
  const cancelConsultation = useCancelConsultation()
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title="Cancel Consultation"
      question="Cancel this consultation?"
      confirm="Cancel Consultation"
      dismiss="Keep it"
      isDangerous
      onConfirm={() => cancelConsultation(id)}
    >
      With <bdi>{name}</bdi>, {times.join('. ')}. {describeFee(consultation)}
      The chat will close. This can't be undone.
    </ConfirmDialog>
  )
}

/** Explains what the cancellation means for the fee. */
function describeFee({ fee, payment }: ConsultationToCancel) {
  if (payment === 'pending') return `The fee of ${formatMoney(fee)} will no longer be due. `
  if (payment === 'paid') return `The fee of ${formatMoney(fee)} was paid. An admin can refund it. `
  return ''
}
