import {
  Checkbox,
  type CheckboxProps,
  NativeSelect,
  type NativeSelectProps,
  Switch,
  type SwitchProps,
} from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { Star } from 'lucide-react'
import { useId } from 'react'
import { HiddenText } from '../text.tsx'
import styles from './choice-fields.module.css'
import { type FieldProps, useField } from './form.tsx'

/** The schema `isOn()` parses one checkbox. `several(z.string())` parses checkboxes that share a name. */
export function CheckboxField({ name, ...rest }: CheckboxProps & FieldProps) {
  return <Checkbox {...useField(name)} className={styles.choice} {...rest} />
}

/** Renders a switch, which the schema `isOn()` parses. */
export function SwitchField({ name, ...rest }: SwitchProps & FieldProps) {
  return (
    <Switch {...useField(name)} withThumbIndicator={false} className={styles.choice} {...rest} />
  )
}

const starCounts = [1, 2, 3, 4, 5]

/** Renders one to five stars as radio buttons. */
export function RatingField({ name, label }: FieldProps) {
  const { error, onInput } = useField(name)
  const id = useId()
  return (
    <fieldset className={styles.field} aria-describedby={error ? id : undefined}>
      <legend className={styles.label}>{label}</legend>
      <div className={styles.stars}>
        {starCounts.map((count) => (
          <label key={count} className={styles.star}>
            <input type="radio" name={name} value={count} onInput={onInput} />
            <Star size={28} aria-hidden />
            <HiddenText>{count === 1 ? '1 star' : `${count} stars`}</HiddenText>
          </label>
        ))}
      </div>
      {error ? (
        <p id={id} className={styles.error}>
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}

export function ChoiceField({ name, ...rest }: NativeSelectProps & FieldProps) {
  return <NativeSelect {...useField(name)} {...rest} />
}
