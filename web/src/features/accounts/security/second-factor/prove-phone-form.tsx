import { type BegunPhone, provePhone } from './phones.ts'
import { ProveCodeForm } from './prove-code-form.tsx'

interface Props {
  phone: BegunPhone
  onProven: () => void
  onCancel: () => void
}

export function ProvePhoneForm({ phone, onProven, onCancel }: Props) {
  return (
    <ProveCodeForm
      description="The 6 digits of our newest message."
      correction="Enter the 6 digits of the message."
      prove={(code) => provePhone(phone, code)}
      onProven={onProven}
      onCancel={onCancel}
    >
      <p role="status">A code is on its way to {phone.number}. It works for five minutes.</p>
    </ProveCodeForm>
  )
}
