const statuses = ['pending', 'paid', 'refunded', 'void'] as const

export type PaymentStatus = (typeof statuses)[number]

export function paymentStatusIn(text: string | undefined): PaymentStatus | undefined {
  return statuses.find((status) => status === text)
}
