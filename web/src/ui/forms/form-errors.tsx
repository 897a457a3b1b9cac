import { Fragment } from 'react'
import { UnstyledButton } from '@mantine/core'
import { Notice } from '../notice.tsx'
import { useFormAround } from './form-context.ts'
import styles from './form-errors.module.css'

const few = 2

/** At the top of a long form: `<FormErrors />`. Where more than two fields are wrong, it leads to each of them. */
export function FormErrors() {
  const { wrong, errors, focus } = useFormAround()
  const still = wrong.filter(({ name }) => name in errors)
  if (wrong.length <= few || still.length === 0) return null
  return (
    <Notice tone="red">
      Nothing was sent yet. Look at{' '}
      {still.map(({ name, label }, place) => (
        <Fragment key={name}>
          {place > 0 ? ', ' : ''}
          <UnstyledButton className={styles.link} onClick={() => focus(name)}>
            {label}
          </UnstyledButton>
        </Fragment>
      ))}
      .
    </Notice>
  )
}
