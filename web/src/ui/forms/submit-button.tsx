import { Button, type ButtonProps } from '@mantine/core'
import { useFormAround } from './form-context.ts'

/** Disabled, with a spinner, while the form is on its way. */
export function SubmitButton(props: ButtonProps) {
  const { isSending } = useFormAround()
  return <Button type="submit" loading={isSending} {...props} />
}
