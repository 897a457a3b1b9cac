import type { Database } from '../../../../../contract/database.ts'
import { dataOf } from '#lib/errors.ts'
import { supabase } from '#lib/supabase.ts'

export type ProfileChange = Database['public']['Tables']['profiles']['Update']

interface Saved {
  userId: string
  change: ProfileChange
}

export async function saveProfile({ userId, change }: Saved) {
  const client = await supabase()
  const call = client.from('profiles').update(change).eq('id', userId)
  dataOf(await call.select('id').single())
}

/**
 * The picture of a profile as it is stored there: the public address of a new one, nothing where it was deleted,
 * and left alone where nothing was changed.
 */
export async function pictureChange(path: string | null | undefined): Promise<ProfileChange> {
  if (path === undefined) return {}
  if (path === null) return { profile_picture: '' }
  const client = await supabase()
  const { data } = client.storage.from('user-files').getPublicUrl(path)
  return { profile_picture: data.publicUrl }
}
