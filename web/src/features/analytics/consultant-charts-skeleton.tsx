import { Skeleton } from '@mantine/core'
import styles from './consultant-charts.module.css'

/** Renders a skeleton with the height of the charts, so that the content below does not move. */
export function ChartsSkeleton() {
  return (
    <div className={styles.charts}>
      {['earnings', 'consultations', 'ratings'].map((name) => (
        <Skeleton key={name} className={styles.coming} />
      ))}
    </div>
  )
}
