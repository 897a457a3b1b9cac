import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { Checkbox, Switch, type CheckboxProps, type SwitchProps } from '@mantine/core'
import { type Field, useField } from './form.tsx'
import styles from './toggle-fields.module.css'
import { Star } from 'lucide-react'
import { useId } from 'react'
import { HiddenText } from '../text.tsx'

/**
 * Agreed to or chosen: `<CheckboxField name="agreed" label="I agree" />`, read by `isOn()`. Several of one name, each
 * with its `value`, are read by `several(z.string())`.
 */
export function CheckboxField({ name, ...rest }: CheckboxProps & Field) {
  return <Checkbox {...useField(name)} className={styles.choice} {...rest} />
}

/** On or off, as settings are: `<SwitchField name="sound" label="Sound" defaultChecked />`, read by `isOn()`. */
export function SwitchField({ name, ...rest }: SwitchProps & Field) {
  return (
    <Switch {...useField(name)} withThumbIndicator={false} className={styles.choice} {...rest} />
  )
}

const starCounts = [1, 2, 3, 4, 5]

/** One to five starCounts, as radio buttons: arrows move, a number is heard. */
export function RatingField({ name, label }: Field) {
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
            <HiddenText>{count === 1 ? '1 star' : `${count} starCounts`}</HiddenText>
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
