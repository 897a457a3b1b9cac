import { useQuery } from '@tanstack/react-query'
import { jobPhotos } from './job-photos.ts'
import { signedLinks } from '#lib/files/signed-links.ts'

interface Job {
  id: string
  createdAt: string
}

/** Of every job the addresses of its photos, in their order. */
export function usePhotosOf(jobs: readonly Job[]): (jobId: string) => string[] {
  const newestAt = jobs
    .map(({ createdAt }) => createdAt)
    .toSorted()
    .at(-1)
  const jobIds = jobs.map(({ id }) => id)
  const { data: photos } = useQuery(jobPhotos(jobIds, newestAt))
  const paths = [...(photos?.values() ?? [])].flat().map(({ path }) => path)
  const { data: addresses } = useQuery(signedLinks(paths))
  return (jobId) => (photos?.get(jobId) ?? []).flatMap(({ path }) => addresses?.get(path) ?? [])
}
