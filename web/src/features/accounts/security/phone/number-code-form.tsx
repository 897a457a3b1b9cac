import { SixDigitsForm } from '../six-digits-form.tsx'

interface Props {
  /** Where the code went, and for how long it is good. */
  told: string
  /** What else comes with it. */
  aside?: string
  onCode: (code: string) => Promise<void>
  wordsFor?: (error: unknown) => string | undefined
  onCancel: () => void
}

export function NumberCodeForm({ told, ...form }: Props) {
  return (
    <SixDigitsForm
      description="The 6 digits of our newest message."
      correction="Enter the 6 digits of the message."
      {...form}
    >
      <p role="status">{told}</p>
    </SixDigitsForm>
  )
}
