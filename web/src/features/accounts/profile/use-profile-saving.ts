import { usePicture } from '../../../ui/files/use-picture.ts'
import { useAct } from '../../../ui/use-act.ts'
import type { OwnProfile } from './own-profile.ts'
import { pictureChange, type ProfileChange, saveProfile } from './save-profile.ts'

/** Saves what a form says of the own profile. The picture, too, is changed then and not before. */
export function useProfileSaving({ id, profile_picture: current }: OwnProfile) {
  const saving = useAct({ run: saveProfile, done: 'Profile saved.', keys: [['accounts']] })
  const picture = usePicture({ userId: id, current })
  const save = async (fields: ProfileChange) => {
    const change = await pictureChange(await picture.store())
    await saving.attempt({ userId: id, change: { ...fields, ...change } })
    picture.settle()
  }
  return { picture, save }
}
