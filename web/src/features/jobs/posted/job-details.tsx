import { useQuery } from '@tanstack/react-query'
import { PhotoStrip } from '#ui/photos/photo-strip.tsx'
import { signedLinks } from '#lib/files/signed-links.ts'
import type { PostedJob } from './posted-jobs.ts'
import styles from './posted-jobs.module.css'

export function JobDetails({ job }: { job: PostedJob }) {
  const { data: addresses } = useQuery(signedLinks(job.photos.map(({ path }) => path)))
  return (
    <div className={styles.details}>
      <p className={styles.description} dir="auto">
        {job.description}
      </p>
      <PhotoStrip
        of={job.title}
        addresses={[...(addresses?.values() ?? [])].flatMap((address) => address ?? [])}
      />
    </div>
  )
}
