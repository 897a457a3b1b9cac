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

// Mantine makes the button that shows the password reachable by mouse only.
const eye = { 'aria-label': 'Show typed text', tabIndex: 0, 'aria-hidden': false }

export function PasswordField({ name, ...rest }: PasswordInputProps & FieldProps) {
  return (
    <PasswordInput {...useField(name)} visibilityToggleButtonProps={eye} data-secret {...rest} />
  )
}

/** The `ref` of the first field of a step that appears without a click: it gets the focus. */
export const focusOnArrival = (field: HTMLInputElement | null) => field?.focus()
