import {
  NativeSelect,
  type NativeSelectProps,
  PasswordInput,
  type PasswordInputProps,
  Textarea,
  type TextareaProps,
  TextInput,
  type TextInputProps,
} from '@mantine/core'
import { useField } from './form-context.ts'

interface Field {
  name: string
  label: string
}

export function TextField({ name, ...rest }: TextInputProps & Field) {
  return <TextInput {...useField(name)} {...rest} />
}

const eye = { 'aria-label': 'Show what is typed', tabIndex: 0, 'aria-hidden': false }

export function PasswordField({ name, ...rest }: PasswordInputProps & Field) {
  return <PasswordInput {...useField(name)} visibilityToggleButtonProps={eye} {...rest} />
}

export function LongTextField({ name, ...rest }: TextareaProps & Field) {
  return <Textarea {...useField(name)} rows={4} {...rest} />
}

export function ChoiceField({ name, ...rest }: NativeSelectProps & Field) {
  return <NativeSelect {...useField(name)} {...rest} />
}
