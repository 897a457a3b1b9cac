import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { type Field, useField } from './form-context.ts'

// Mantine leaves its eye to the mouse.
const eye = { 'aria-label': 'Show what is typed', tabIndex: 0, 'aria-hidden': false }

export function PasswordField({ name, ...rest }: PasswordInputProps & Field) {
  return (
    <PasswordInput {...useField(name)} visibilityToggleButtonProps={eye} data-secret {...rest} />
  )
}
