import { Skeleton } from '@mantine/core'
import { Loading } from '../../../ui/loading.tsx'
import { Section } from '../../../ui/section.tsx'
import styles from './platform.module.css'

/** As high as the charts. */
export function ChartsComing() {
  return (
    <Section title="Figures by day">
      <Loading text="Loading the charts...">
        <div className={styles.charts}>
          {['days', 'revenue', 'growth', 'categories'].map((name) => (
            <Skeleton key={name} className={styles.coming} />
          ))}
        </div>
      </Loading>
    </Section>
  )
}
