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

// By default, keyboard users cannot reach Mantine's button that shows the password.
const eye = { 'aria-label': 'Show typed text', tabIndex: 0, 'aria-hidden': false }

export function PasswordField({ name, ...rest }: PasswordInputProps & FieldProps) {
  return (
    <PasswordInput {...useField(name)} visibilityToggleButtonProps={eye} data-secret {...rest} />
  )
}

/** Use this as the `ref` of a step's first field, so that the user can type at once. */
export const focusOnArrival = (field: HTMLInputElement | null) => field?.focus()
