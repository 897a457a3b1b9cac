import { Button } from '@mantine/core'
import { Notice } from '#ui/notice.tsx'
import styles from '../security.module.css'
import type { SecondFactors } from './second-factors.ts'

interface Props {
  codes: SecondFactors['codes']
  onMake: () => void
}

/** For the day on which the app is lost. */
export function CodesState({ codes, onMake }: Props) {
  return (
    <div className={styles.part}>
      <h3>Recovery codes</h3>
      {codes && codes.remaining > 0 ? (
        <p className={styles.words}>
          {codes.remaining} of {codes.total} are left. Each works once in place of your app.
        </p>
      ) : (
        <Notice tone="amber">
          You have no recovery codes. Without one, a lost phone is a lost account.
        </Notice>
      )}
      <Button variant="default" size="sm" onClick={onMake}>
        {codes ? 'Make new codes' : 'Get recovery codes'}
      </Button>
    </div>
  )
}
