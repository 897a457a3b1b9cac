import type { Database } from '../../../../contract/database.ts'
import { dataOf, isTransient } from '#lib/errors.ts'
import { removeOtherUploads } from '#lib/files/upload.ts'
import { supabase } from '#lib/supabase.ts'
import { usePicture } from '#ui/files/use-uploads.ts'
import { useAction } from '#ui/use-act.ts'
import type { OwnProfile } from './profiles.queries.ts'

/** A file that is uploaded together with the profile's fields. */
export interface FileToSave {
  /** If saving the profile fails, the file stays stored, because it may have replaced an older file. */
  store: () => Promise<unknown>
  /** Called after the profile was saved. */
  finish: () => Promise<unknown>
}

/** Saves the user's own profile: its fields, its picture and an optional file. */
export function useProfileSaving({ id, profile_picture: current }: OwnProfile, file?: FileToSave) {
  const picture = usePicture({ userId: id, current })
  const storeAll = async (fields: ProfileChange) => {
    try {
      const path = await picture.store()
      await file?.store()
      await saveProfile({ userId: id, change: { ...fields, ...(await pictureChange(path)) } })
      return path
    } catch (error) {
      // After a transient failure the picture stays, because the server may have saved it in the profile.
      if (!isTransient(error)) await Promise.allSettled([picture.unstore()])
      throw error
    }
  }
  const { attempt: save } = useAction({
    run: async (fields: ProfileChange) => {
      const path = await storeAll(fields)
      // Remove the previous picture, because anyone with its URL could still see it.
      if (path !== undefined) await removeOtherUploads('picture', id, path ?? undefined)
      await file?.finish()
      picture.reset()
    },
    done: 'Profile saved.',
    keys: [['accounts']],
  })
  return { picture, save }
}

export type ProfileChange = Database['public']['Tables']['profiles']['Update']

interface SaveProfileOptions {
  userId: string
  change: ProfileChange
}

async function saveProfile({ userId, change }: SaveProfileOptions) {
  const client = await supabase()
  const call = client.from('profiles').update(change).eq('id', userId)
  dataOf(await call.select('id').single())
}

/** `path` is null if the picture was removed, and undefined if nothing has changed. */
async function pictureChange(path: string | null | undefined): Promise<ProfileChange> {
  if (path === undefined) return {}
  if (path === null) return { profile_picture: '' }
  const client = await supabase()
  const { data } = client.storage.from('user-files').getPublicUrl(path)
  return { profile_picture: data.publicUrl }
}
