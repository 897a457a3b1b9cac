import { Skeleton } from '@mantine/core'
import styles from './consultant-charts.module.css'

/** The same height as the charts, so that nothing below moves when they appear. */
export function ChartsSkeleton() {
  return (
    <div className={styles.charts}>
      {['earnings', 'consultations', 'ratings'].map((name) => (
        <Skeleton key={name} className={styles.coming} />
      ))}
    </div>
  )
}
