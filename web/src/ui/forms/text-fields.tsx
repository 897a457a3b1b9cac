import {
  PasswordInput,
  type PasswordInputProps,
  TextInput,
  type TextInputProps,
} from '@mantine/core'
import { type FieldProps, useField } from './form.tsx'

export function TextField({ name, ...rest }: TextInputProps & FieldProps) {
  return <TextInput {...useField(name)} {...rest} />
}

// By default, the keyboard cannot reach Mantine's button that shows the password.
const eye = { 'aria-label': 'Show typed text', tabIndex: 0, 'aria-hidden': false }

export function PasswordField({ name, ...rest }: PasswordInputProps & FieldProps) {
  return (
    <PasswordInput {...useField(name)} visibilityToggleButtonProps={eye} data-secret {...rest} />
  )
}

/** Focuses the first field of a step when the step appears without a click. Use it as the field's `ref`. */
export const focusOnArrival = (field: HTMLInputElement | null) => field?.focus()
