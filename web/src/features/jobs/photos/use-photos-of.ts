import { useQuery } from '@tanstack/react-query'
import { jobPhotos } from './job-photos.ts'
import { signedLinks } from '../../../lib/files/signed-links.ts'

/** Of every job the addresses of its photos, in their order. */
export function usePhotosOf(jobIds: readonly string[]): (jobId: string) => string[] {
  const { data: photos } = useQuery(jobPhotos(jobIds))
  const paths = [...(photos?.values() ?? [])].flat().map(({ path }) => path)
  const { data: addresses } = useQuery(signedLinks(paths))
  return (jobId) => (photos?.get(jobId) ?? []).flatMap(({ path }) => addresses?.get(path) ?? [])
}
