import { useQuery } from '@tanstack/react-query'
import { signedUrls } from '#lib/files/signed-urls.ts'

interface JobWithPhotos {
  /** The paths of the photos, or rows that have them. */
  photos: readonly (string | { path: string })[]
}

/** Returns a function that looks up the signed URLs of a job's photos. */
export function useJobPhotos(jobs: readonly JobWithPhotos[]) {
  const { data: urls } = useQuery(signedUrls(jobs.flatMap(pathsOf)))
  return (job: JobWithPhotos) => pathsOf(job).flatMap((path) => urls?.get(path) ?? [])
}

function pathsOf({ photos }: JobWithPhotos) {
  return photos.map((photo) => (typeof photo === 'string' ? photo : photo.path))
}
