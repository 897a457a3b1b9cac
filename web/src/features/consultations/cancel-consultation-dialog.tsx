import { useQueryClient } from '@tanstack/react-query'
import { formatMoney } from '#lib/format.ts'
import { refreshQueries } from '#lib/live/refresh.ts'
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx'
import { toast } from '#ui/toast.tsx'
import { cancelConsultation } from './consultations.mutations.ts'

export interface ConsultationToCancel {
  id: string
  /** The other side. */
  name: string
  /** When it is, by the clock of each side: `bothClocks`. */
  times: string[]
  fee: number
  /** How the payment of the fee stands, where one is asked. */
  payment: string | undefined
}

interface Props {
  consultation: ConsultationToCancel
  opened: boolean
  onClose: () => void
}

export default function CancelConsultationDialog({ consultation, opened, onClose }: Props) {
  const { id, name, times: clocks } = consultation
  const queries = useQueryClient()
  const cancel = async () => {
    try {
      await cancelConsultation(id)
      toast('Consultation cancelled.')
    } finally {
      for (const key of ['consultations', 'payments', 'analytics']) refreshQueries(queries, [key])
    }
  }
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title="Cancel Consultation"
      question="Cancel this consultation?"
      confirm="Cancel Consultation"
      isDangerous
      onConfirm={cancel}
      failed="Something went wrong."
    >
      With <bdi>{name}</bdi>, {clocks.join('. ')}. {feeThen(consultation)}
      The chat is closed. This cannot be undone.
    </ConfirmDialog>
  )
}

/** What becomes of the fee. */
function feeThen({ fee, payment }: ConsultationToCancel) {
  if (payment === 'pending') return `${formatMoney(fee)} is not due any more. `
  if (payment === 'paid') return `${formatMoney(fee)} was paid; an administrator can refund it. `
  return ''
}
