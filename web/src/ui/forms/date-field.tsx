import { TextInput, type TextInputProps } from '@mantine/core'
import { type Field, useField } from './form-context.ts'

/** A day of the calendar, without a zone: `<DateField name="from" label="From" />`; `day` of lib/schemas reads it. */
export function DateField({ name, ...rest }: TextInputProps & Field) {
  return <TextInput {...useField(name)} type="date" {...rest} />
}
