import { UnstyledButton } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import { Notice } from '../notice.tsx'
import { useFormContext } from './form.tsx'
import styles from './long-form.module.css'

/** Renders related fields side by side: `<FieldRow>two or three fields</FieldRow>` */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>
}

const few = 2

/** If an attempt to send a long form finds more than two invalid fields, shows links to them. */
export function FormErrors() {
  const { wrong, errors, focus } = useFormContext()
  const still = wrong.filter(({ name }) => name in errors)
  if (wrong.length <= few || still.length === 0) return null
  return (
    <Notice tone="red">
      Fix the highlighted fields:{' '}
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
