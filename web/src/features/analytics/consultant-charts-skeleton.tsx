import { Skeleton } from '@mantine/core'
import styles from './consultant-charts.module.css'

/** Renders a skeleton as high as the charts, so that the content below stays in place when the charts appear. */
export function ChartsSkeleton() {
  return (
    <div className={styles.charts}>
      {['earnings', 'consultations', 'ratings'].map((name) => (
        <Skeleton key={name} className={styles.coming} />
      ))}
    </div>
  )
}
