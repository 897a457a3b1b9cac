import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { type Field, useField } from './form-context.ts'

export function ChoiceField({ name, ...rest }: NativeSelectProps & Field) {
  return <NativeSelect {...useField(name)} {...rest} />
}
