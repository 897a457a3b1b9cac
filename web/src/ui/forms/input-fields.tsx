import { Textarea, type TextareaProps, TextInput, type TextInputProps } from '@mantine/core'
import { type FieldProps, useField } from './form.tsx'

export function LongTextField({ name, ...rest }: TextareaProps & FieldProps) {
  return <Textarea {...useField(name)} rows={4} {...rest} />
}

/**
 * Renders a field for an amount in dollars: `<MoneyField name="budget" label="Budget" />`. The schema `money` parses
 * it.
 */
export function MoneyField({ name, ...rest }: TextInputProps & FieldProps) {
  const field = useField(name)
  return <TextInput {...field} leftSection="$" inputMode="decimal" autoComplete="off" {...rest} />
}

/**
 * Renders a field for an integer: `<WholeNumberField name="years" label="Years" />`. The schema `wholeNumber` parses
 * it.
 */
export function WholeNumberField({ name, ...rest }: TextInputProps & FieldProps) {
  return <TextInput {...useField(name)} inputMode="numeric" autoComplete="off" {...rest} />
}

/** Renders a field for a calendar day: `<DateField name="from" label="From" />`. The schema `day` parses it. */
export function DateField({ name, ...rest }: TextInputProps & FieldProps) {
  return <TextInput {...useField(name)} type="date" {...rest} />
}
