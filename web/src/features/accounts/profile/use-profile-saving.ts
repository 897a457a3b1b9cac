import { isTransient } from '#lib/errors.ts'
import { removeOtherUploads } from '#lib/files/upload.ts'
import { usePicture } from '#ui/files/use-uploads.ts'
import { useAct } from '#ui/use-act.ts'
import type { OwnProfile } from './own-profile.ts'
import { pictureChange, type ProfileChange, saveProfile } from './save-profile.ts'

/** A file that is saved with the profile, and in no other case. */
export interface FileToSave {
  store: () => Promise<unknown>
  /** The profile was not saved. */
  takeBack: () => Promise<unknown>
  /** It was: what the file replaces can go. */
  settle: () => Promise<unknown>
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
      if (!isTransient(error)) await Promise.allSettled([picture.takeBack(), file?.takeBack()])
      throw error
    }
  }
  const { attempt: save } = useAct({
    run: async (fields: ProfileChange) => {
      const path = await storeAll(fields)
      // Pictures are public as long as they lie there.
      if (path !== undefined) await removeOtherUploads('picture', id, path ?? undefined)
      await file?.settle()
      picture.settle()
    },
    done: 'Profile saved.',
    keys: [['accounts']],
  })
  return { picture, save }
}
