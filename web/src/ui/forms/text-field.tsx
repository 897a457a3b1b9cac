import { TextInput, type TextInputProps } from '@mantine/core'
import { type Field, useField } from './form-context.ts'

export function TextField({ name, ...rest }: TextInputProps & Field) {
  return <TextInput {...useField(name)} {...rest} />
}
