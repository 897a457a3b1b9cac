import { TextInput, type TextInputProps } from '@mantine/core'
import { type Field, useField } from './form-context.ts'

/** An amount in dollars: `<MoneyField name="budget" label="Budget" />`; `money` of lib/schemas reads it. */
export function MoneyField({ name, ...rest }: TextInputProps & Field) {
  const field = useField(name)
  return <TextInput {...field} leftSection="$" inputMode="decimal" autoComplete="off" {...rest} />
}
