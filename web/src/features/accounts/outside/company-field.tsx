import type { Ref } from 'react'
import { TextField } from '#ui/forms/text-fields.tsx'

interface Props {
  typed?: string
  ref?: Ref<HTMLInputElement>
}

export function CompanyField({ typed = '', ref }: Props) {
  return (
    <TextField
      name="company"
      label="Work email"
      description="Or the domain of your company."
      inputMode="email"
      autoComplete="email"
      autoCapitalize="off"
      spellCheck={false}
      defaultValue={typed}
      {...(ref ? { ref } : {})}
    />
  )
}
