import { dataOf } from '../../../lib/errors/failure.ts'
import { removeUpload } from '../../../lib/upload.ts'
import { supabase } from '../../../lib/supabase.ts'

export function removeCertification(path: string) {
  return removeUpload('certification', path)
}

/** Every resume of this person, also those that a newer one replaced; but for the one that is kept. */
export async function removeResumes(userId: string, kept?: string) {
  const { storage } = await supabase()
  const folder = `${userId}/resume`
  const files = dataOf(await storage.from('documents').list(folder))
  const paths = files.map(({ name }) => `${folder}/${name}`).filter((path) => path !== kept)
  if (paths.length > 0) dataOf(await storage.from('documents').remove(paths))
}
