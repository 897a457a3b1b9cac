import { Skeleton } from '@mantine/core'
import styles from './consultant-charts.module.css'

/** Renders a skeleton with the height of the charts. The content below then does not move when the charts appear. */
export function ChartsSkeleton() {
  return (
    <div className={styles.charts}>
      {['earnings', 'consultations', 'ratings'].map((name) => (
        <Skeleton key={name} className={styles.coming} />
      ))}
    </div>
  )
}
