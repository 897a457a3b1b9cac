import { Checkbox, type CheckboxProps } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { type Field, useField } from './form-context.ts'
import styles from './choice.module.css'

/**
 * Agreed to or chosen: `<CheckboxField name="agreed" label="I agree" />`, read by `isOn()`. Several of one name, each
 * with its `value`, are read by `several(z.string())`.
 */
export function CheckboxField({ name, ...rest }: CheckboxProps & Field) {
  return <Checkbox {...useField(name)} className={styles.choice} {...rest} />
}
