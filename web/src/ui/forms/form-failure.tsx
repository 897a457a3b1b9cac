import { Notice } from '../notice.tsx'
import { useFormAround } from './form-context.ts'

/** Why the last try did not work; what was typed stays. */
export function FormFailure() {
  const { failure } = useFormAround()
  return failure ? <Notice tone="red">{failure}</Notice> : null
}
