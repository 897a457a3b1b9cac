import { FormErrors } from '../../../ui/forms/form-errors.tsx'
import { FormFailure } from '../../../ui/forms/form-failure.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { PictureField } from '../../../ui/files/picture-field.tsx'
import { usePicture } from '../../../ui/files/use-picture.ts'
import { useAct } from '../../../ui/use-act.ts'
import type { Role } from '../roles.ts'
import type { OwnProfile } from './own-profile.ts'
import styles from './profile.module.css'
import { ProfileFields } from './profile-fields.tsx'
import { offerSchema, profileSchema } from './profile-schema.ts'
import { pictureChange, type ProfileChange, saveProfile } from './save-profile.ts'

interface Props {
  profile: OwnProfile
  role: Role
  onSaved: () => void
}

/** One's own profile, to be changed. The picture, too, is changed when the form is saved. */
export function ProfileForm({ profile, role, onSaved }: Props) {
  const saving = useAct({ run: saveProfile, done: 'Profile saved.', keys: [['accounts']] })
  const picture = usePicture({ userId: profile.id, current: profile.profile_picture })
  const form = useForm({
    schema: role === 'facility' ? profileSchema : offerSchema,
    onSubmit: async (fields: ProfileChange) => {
      const change = await pictureChange(await picture.store())
      await saving.attempt({ userId: profile.id, change: { ...fields, ...change } })
      picture.settle()
      onSaved()
    },
  })
  const name = profile.full_name || profile.username || ''
  return (
    <Form form={form} label="Edit Your Profile" keep="profile">
      <FormErrors />
      <PictureField label="Picture" picture={picture} person={{ id: profile.id, name }} />
      <ProfileFields profile={profile} role={role} />
      <FormFailure />
      <div className={styles.buttons}>
        <SubmitButton>Save Changes</SubmitButton>
      </div>
    </Form>
  )
}
