import { dataOf } from '../../../lib/errors/failure.ts'
import { removeUpload } from '../../../lib/upload.ts'
import { supabase } from '../../../lib/supabase.ts'

/** Every resume of a person but one: the one that is left counts. */
export async function removeResumes(userId: string, { except }: { except?: string } = {}) {
  const client = await supabase()
  const folder = `${userId}/resume`
  const documents = client.storage.from('documents')
  const files = dataOf(await documents.list(folder, { limit: 10 }))
  const paths = files.map(({ name }) => `${folder}/${name}`).filter((path) => path !== except)
  if (paths.length > 0) dataOf(await documents.remove(paths))
}

export function removeCertification(path: string) {
  return removeUpload('certification', path)
}
