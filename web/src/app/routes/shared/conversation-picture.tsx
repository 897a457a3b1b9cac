import { useQuery } from '@tanstack/react-query'
import { TradePlate } from '#features/jobs/trade-plates.tsx'
import type { ConversationJob } from '#features/messages/conversation.queries.ts'
import { responsiveImage } from '#lib/files/image-urls.ts'
import { signedUrls } from '#lib/files/signed-urls.ts'
import styles from './conversation-picture.module.css'

/** The width of the picture in CSS pixels. */
const shownWidth = 256

/** Shows the first photo of the job of a conversation, or the drawing of its trade. */
export function ConversationPicture({ job }: { job: ConversationJob }) {
  const paths = job.photos.map(({ path }) => path)
  const { data: urls } = useQuery(signedUrls(paths))
  const photo = urls?.get(paths[0] ?? '')
  return (
    <div className={styles.picture}>
      {photo ? (
        <img {...responsiveImage(photo, shownWidth)} alt="" decoding="async" />
      ) : (
        <TradePlate category={job.category} jobId={job.id} />
      )}
    </div>
  )
}

export const renderConversationPicture = (job: ConversationJob) => <ConversationPicture job={job} />
