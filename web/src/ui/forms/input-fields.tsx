import {
  NativeSelect,
  TextInput,
  Textarea,
  type NativeSelectProps,
  type TextInputProps,
  type TextareaProps,
} from '@mantine/core'
import { type Field, useField } from './form.tsx'

export function LongTextField({ name, ...rest }: TextareaProps & Field) {
  return <Textarea {...useField(name)} rows={4} {...rest} />
}

export function ChoiceField({ name, ...rest }: NativeSelectProps & Field) {
  return <NativeSelect {...useField(name)} {...rest} />
}

/** An amount in dollars: `<MoneyField name="budget" label="Budget" />`; `money` of lib/schemas reads it. */
export function MoneyField({ name, ...rest }: TextInputProps & Field) {
  const field = useField(name)
  return <TextInput {...field} leftSection="$" inputMode="decimal" autoComplete="off" {...rest} />
}

/** A number without a fraction: `<WholeNumberField name="years" label="Years" />`; `wholeNumber` reads it. */
export function WholeNumberField({ name, ...rest }: TextInputProps & Field) {
  return <TextInput {...useField(name)} inputMode="numeric" autoComplete="off" {...rest} />
}

/** A day of the calendar, without a zone: `<DateField name="from" label="From" />`; `day` of lib/schemas reads it. */
export function DateField({ name, ...rest }: TextInputProps & Field) {
  return <TextInput {...useField(name)} type="date" {...rest} />
}
