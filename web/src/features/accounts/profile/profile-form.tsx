import type { ReactNode } from 'react'
import { FormErrors, FormFailure, SubmitButton } from '#ui/forms/form.tsx'
import { KeptForm } from '#ui/forms/draft-form.tsx'
import { useForm } from '#ui/forms/use-form.ts'
import { PictureField } from '#ui/files/picture-field.tsx'
import type { Role } from '../roles.ts'
import type { OwnProfile } from './own-profile.ts'
import styles from './profile.module.css'
import { ProfileFields } from './profile-fields.tsx'
import { profileSchemas } from './profile-schema.ts'
import type { ProfileChange } from './save-profile.ts'
import { type FileToSave, useProfileSaving } from './use-profile-saving.ts'

/** What else the page has in the form. */
export interface MoreToSave {
  fields: ReactNode
  file: FileToSave
}

interface Props {
  profile: OwnProfile
  role: Role
  more?: MoreToSave | undefined
  onSaved: () => void
}

/** One's own profile, to be changed. */
export function ProfileForm({ profile, role, more, onSaved }: Props) {
  const { picture, save } = useProfileSaving(profile, more?.file)
  const form = useForm({
    schema: profileSchemas[role],
    onSubmit: async (fields: ProfileChange) => {
      await save(fields)
      onSaved()
    },
  })
  const name = profile.full_name || profile.username || ''
  return (
    <KeptForm form={form} label="Edit Your Profile" keep="profile">
      <FormErrors />
      <PictureField label="Picture" picture={picture} person={{ id: profile.id, name }} />
      <ProfileFields profile={profile} role={role} />
      {more?.fields}
      <FormFailure />
      <div className={styles.buttons}>
        <SubmitButton>Save Changes</SubmitButton>
      </div>
    </KeptForm>
  )
}
