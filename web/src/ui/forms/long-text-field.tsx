import { Textarea, type TextareaProps } from '@mantine/core'
import { type Field, useField } from './form-context.ts'

export function LongTextField({ name, ...rest }: TextareaProps & Field) {
  return <Textarea {...useField(name)} rows={4} {...rest} />
}
