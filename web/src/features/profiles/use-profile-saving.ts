import type { Database } from '../../../../contract/database.ts'
import { dataOf, isTransient } from '#lib/errors.ts'
import { removeOtherUploads } from '#lib/files/upload.ts'
import { supabase } from '#lib/supabase.ts'
import { usePicture } from '#ui/files/use-uploads.ts'
import { useAction } from '#ui/use-act.ts'
import type { OwnProfile } from './profiles.queries.ts'

/** A file that is stored only if the profile is saved. */
export interface FileToSave {
  store: () => Promise<unknown>
  /** Called if the profile was not saved. */
  rollBack: () => Promise<unknown>
  /** Called after the profile was saved. Removes the file that was replaced. */
  finish: () => Promise<unknown>
}

/** Saves the fields of the user's own profile together with its files. */
export function useProfileSaving({ id, profile_picture: current }: OwnProfile, file?: FileToSave) {
  const picture = usePicture({ userId: id, current })
  const storeAll = async (fields: ProfileChange) => {
    try {
      const path = await picture.store()
      await file?.store()
      await saveProfile({ userId: id, change: { ...fields, ...(await pictureChange(path)) } })
      return path
    } catch (error) {
      // Without a response the profile may have been saved, so its files have to stay. A failed rollback is ignored,
      // because the next save removes those files. The user needs to see why this save failed.
      if (!isTransient(error)) await Promise.allSettled([picture.unstore(), file?.rollBack()])
      throw error
    }
  }
  const { attempt: save } = useAction({
    run: async (fields: ProfileChange) => {
      const path = await storeAll(fields)
      // A replaced picture would stay public, so it is removed.
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

/**
 * Returns the change of the profile's picture. A picture is a public URL, or empty after it was removed. An undefined
 * path means no change.
 */
async function pictureChange(path: string | null | undefined): Promise<ProfileChange> {
  if (path === undefined) return {}
  if (path === null) return { profile_picture: '' }
  const client = await supabase()
  const { data } = client.storage.from('user-files').getPublicUrl(path)
  return { profile_picture: data.publicUrl }
}
