import { Star } from 'lucide-react'
import { useId } from 'react'
import { HiddenText } from '../hidden-text.tsx'
import { type Field, useField } from './form-context.ts'
import styles from './rating-field.module.css'

const stars = [1, 2, 3, 4, 5]

/** One to five stars, as radio buttons: arrows move, a number is heard. */
export function RatingField({ name, label }: Field) {
  const { error, onInput } = useField(name)
  const id = useId()
  return (
    <fieldset className={styles.field} aria-describedby={error ? id : undefined}>
      <legend className={styles.label}>{label}</legend>
      <div className={styles.stars}>
        {stars.map((count) => (
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
