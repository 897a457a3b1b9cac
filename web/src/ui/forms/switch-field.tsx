import { Switch, type SwitchProps } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { type Field, useField } from './form-context.ts'
import styles from './choice.module.css'

/** On or off, as settings are: `<SwitchField name="sound" label="Sound" defaultChecked />`, read by `isOn()`. */
export function SwitchField({ name, ...rest }: SwitchProps & Field) {
  return (
    <Switch {...useField(name)} withThumbIndicator={false} className={styles.choice} {...rest} />
  )
}
