import { Textarea, type TextareaProps, TextInput, type TextInputProps } from '@mantine/core'
import { type FieldProps, useField } from './form.tsx'

export function LongTextField({ name, ...rest }: TextareaProps & FieldProps) {
  return <Textarea {...useField(name)} rows={4} {...rest} />
}

/** Renders a field for an amount in dollars, which the schema `money` parses. */
export function MoneyField({ name, ...rest }: TextInputProps & FieldProps) {
  const field = useField(name)
  return <TextInput {...field} leftSection="$" inputMode="decimal" autoComplete="off" {...rest} />
}

/** Renders a field for an integer, which the schema `wholeNumber` parses. */
export function WholeNumberField({ name, ...rest }: TextInputProps & FieldProps) {
  return <TextInput {...useField(name)} inputMode="numeric" autoComplete="off" {...rest} />
}

/** Renders a field for a calendar day, which the schema `day` parses. */
export function DateField({ name, ...rest }: TextInputProps & FieldProps) {
  return <TextInput {...useField(name)} type="date" {...rest} />
}
