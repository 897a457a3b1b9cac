import { Skeleton } from '@mantine/core'
import styles from './consultant-charts.module.css'

/** As high as the charts, so that nothing below moves when they come. */
export function ChartsSkeleton() {
  return (
    <div className={styles.charts}>
      {['earnings', 'consultations', 'ratings'].map((name) => (
        <Skeleton key={name} className={styles.coming} />
      ))}
    </div>
  )
}
