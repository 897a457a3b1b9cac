import { JobPhotos } from '../photos/job-photos.tsx'
import type { PostedJob } from './posted-jobs.ts'
import styles from './posted-jobs.module.css'

export function JobDetails({ job }: { job: PostedJob }) {
  return (
    <div className={styles.details}>
      <p className={styles.description} dir="auto">
        {job.description}
      </p>
      <JobPhotos paths={job.photos.map(({ path }) => path)} />
    </div>
  )
}
