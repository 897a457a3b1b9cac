import { responsiveImage } from '#lib/files/image-urls.ts'
import styles from './job-thumbnail.module.css'
import { TradePlate } from './trade-plates.tsx'

interface Props {
  job: { id: string; category: string }
  /** The address of the job's first photo. */
  photo: string | undefined
}

/** This width must match job-thumbnail.module.css. */
const shownWidth = 64

/** Shows the first photo of a job, or a drawing of its trade. */
export function JobThumbnail({ job, photo }: Props) {
  return (
    <div className={styles.thumbnail}>
      {photo ? (
        <img {...responsiveImage(photo, shownWidth)} alt="" loading="lazy" decoding="async" />
      ) : (
        <TradePlate category={job.category} jobId={job.id} />
      )}
    </div>
  )
}
