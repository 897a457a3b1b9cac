import { UnstyledButton } from '@mantine/core'
import { responsiveImage } from '#lib/files/image-urls.ts'
import { photoLabel, usePhotoViewer } from '#ui/photo-strip.tsx'
import styles from './job-thumbnail.module.css'
import { TradePlate } from './trade-plates.tsx'

interface Props {
  job: { id: string; category: string; title: string }
  /** The addresses of the job's photos. */
  photos: string[]
  isLarge?: boolean
}

/** These widths must match job-thumbnail.module.css. */
const smallWidth = 64
const largeWidth = 112

/** Shows the first photo of a job, which opens all photos, or a drawing of the job's trade. */
export function JobThumbnail({ job, photos, isLarge = false }: Props) {
  const gallery = { of: job.title, addresses: photos }
  const { open, viewer } = usePhotoViewer(gallery)
  const [cover] = photos
  if (cover === undefined) {
    return (
      <div className={styles.thumbnail} data-large={isLarge || undefined}>
        <TradePlate category={job.category} jobId={job.id} />
      </div>
    )
  }
  return (
    <>
      <UnstyledButton
        className={styles.thumbnail}
        data-large={isLarge || undefined}
        aria-label={photoLabel(gallery, 0)}
        onClick={() => open(0)}
      >
        <img
          {...responsiveImage(cover, isLarge ? largeWidth : smallWidth)}
          alt=""
          loading="lazy"
          decoding="async"
        />
        {photos.length > 1 ? (
          <span className={styles.count} aria-hidden>
            {photos.length}
          </span>
        ) : null}
      </UnstyledButton>
      {viewer}
    </>
  )
}

interface CoverProps {
  job: { id: string; category: string }
  photo: string | undefined
}

/** Shows the first photo of a job, or a drawing of the job's trade, as the wide head of a card. */
export function JobCover({ job, photo }: CoverProps) {
  return (
    <div className={styles.thumbnail} data-wide>
      {photo ? <img src={photo} alt="" /> : <TradePlate category={job.category} jobId={job.id} />}
    </div>
  )
}
