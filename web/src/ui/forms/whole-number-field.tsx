import { TextInput, type TextInputProps } from '@mantine/core'
import { type Field, useField } from './form-context.ts'

/** A number without a fraction: `<WholeNumberField name="years" label="Years" />`; `wholeNumber` reads it. */
export function WholeNumberField({ name, ...rest }: TextInputProps & Field) {
  return <TextInput {...useField(name)} inputMode="numeric" autoComplete="off" {...rest} />
}
