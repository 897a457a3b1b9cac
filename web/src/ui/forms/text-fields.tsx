import {
  PasswordInput,
  TextInput,
  type PasswordInputProps,
  type TextInputProps,
} from '@mantine/core'
import { type Field, useField } from './form.tsx'

export function TextField({ name, ...rest }: TextInputProps & Field) {
  return <TextInput {...useField(name)} {...rest} />
}

// Mantine leaves its eye to the mouse.
const eye = { 'aria-label': 'Show what is typed', tabIndex: 0, 'aria-hidden': false }

export function PasswordField({ name, ...rest }: PasswordInputProps & Field) {
  return (
    <PasswordInput {...useField(name)} visibilityToggleButtonProps={eye} data-secret {...rest} />
  )
}

/** For the `ref` of a field whose step came by itself: the hands stay on the keyboard. */
export const focusOnArrival = (field: HTMLInputElement | null) => field?.focus()
