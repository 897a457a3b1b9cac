import { removeOtherUploads, removeUpload } from '#lib/files/upload.ts'

export function removeCertification(path: string) {
  return removeUpload('certification', path)
}

/** Every resume of this person, also those that a newer one replaced; but for the one that is kept. */
export function removeResumes(userId: string, kept?: string) {
  return removeOtherUploads('resume', userId, kept)
}
