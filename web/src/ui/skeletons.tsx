import { Skeleton } from '@mantine/core'
import '@mantine/core/styles/Skeleton.layer.css'
import styles from './skeletons.module.css'

const times = (count: number) => Array.from({ length: count }, (_, place) => place)

export function TileSkeletons({ count = 4 }: { count?: number }) {
  return (
    <div className={styles.tiles}>
      {times(count).map((place) => (
        <div key={place} className={styles.card}>
          <Skeleton height={12} width="45%" />
          <Skeleton height={26} width="30%" mt={14} />
          <Skeleton height={11} width="60%" mt={14} />
        </div>
      ))}
    </div>
  )
}

export function RowSkeletons({ count = 5 }: { count?: number }) {
  return (
    <div className={styles.rows}>
      {times(count).map((place) => (
        <div key={place} className={styles.row}>
          <Skeleton height={28} width={28} circle />
          <div className={styles.grow}>
            <Skeleton height={12} width={`${38 + ((place * 17) % 30)}%`} />
            <Skeleton height={10} width={`${22 + ((place * 13) % 20)}%`} mt={8} />
          </div>
          <Skeleton height={12} width={64} />
        </div>
      ))}
    </div>
  )
}

export function TextSkeleton({ lines = 3 }: { lines?: number }) {
  return (
    <div className={styles.lines}>
      {times(lines).map((place) => (
        <Skeleton key={place} height={12} width={place === lines - 1 ? '60%' : '100%'} />
      ))}
    </div>
  )
}
