import type { Database } from '../../../../contract/database.ts'
import { dataOf, isTransient } from '#lib/errors.ts'
import { removeOtherUploads } from '#lib/files/upload.ts'
import { supabase } from '#lib/supabase.ts'
import { usePicture } from '#ui/files/use-uploads.ts'
import { useAction } from '#ui/use-act.ts'
import type { OwnProfile } from './profiles.queries.ts'

/** A file that is saved with the profile, and in no other case. */
export interface FileToSave {
  store: () => Promise<unknown>
  /** The profile was not saved. */
  unstore: () => Promise<unknown>
  /** It was: what the file replaces can go. */
  reset: () => Promise<unknown>
}

/** Saves what a form says of the own profile. Its files, too, are changed then and not before. */
export function useProfileSaving({ id, profile_picture: current }: OwnProfile, file?: FileToSave) {
  const picture = usePicture({ userId: id, current })
  const storeAll = async (fields: ProfileChange) => {
    try {
      const path = await picture.store()
      await file?.store()
      await saveProfile({ userId: id, change: { ...fields, ...(await pictureChange(path)) } })
      return path
    } catch (error) {
      // Where no answer came it may be saved all the same: then what it refers to has to stay.
      // What cannot be taken back now goes with the next save; told is why this one failed.
      if (!isTransient(error)) await Promise.allSettled([picture.unstore(), file?.unstore()])
      throw error
    }
  }
  const { attempt: save } = useAction({
    run: async (fields: ProfileChange) => {
      const path = await storeAll(fields)
      // Pictures are public as long as they lie there.
      if (path !== undefined) await removeOtherUploads('picture', id, path ?? undefined)
      await file?.reset()
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

/**
 * The picture of a profile as it is stored there: the public address of a new one, nothing where it was deleted,
 * and left alone where nothing was changed.
 */
async function pictureChange(path: string | null | undefined): Promise<ProfileChange> {
  if (path === undefined) return {}
  if (path === null) return { profile_picture: '' }
  const client = await supabase()
  const { data } = client.storage.from('user-files').getPublicUrl(path)
  return { profile_picture: data.publicUrl }
}
