import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Role } from '#lib/session/roles.ts'
import { PictureField } from '#ui/files/picture-field.tsx'
import { DraftForm } from '#ui/forms/draft-form.tsx'
import { FormFailure, SubmitButton } from '#ui/forms/form.tsx'
import { FormErrors } from '#ui/forms/long-form.tsx'
import { useForm } from '#ui/forms/use-form.ts'
import { Section } from '#ui/page.tsx'
import { Loaded } from '#ui/query-states.tsx'
import { TextSkeleton } from '#ui/skeletons.tsx'
import styles from './edit-profile.module.css'
import { ProfileFields } from './profile-fields.tsx'
import { profileSchemas } from './profile-schema.ts'
import { ownProfile, type OwnProfile } from './profiles.queries.ts'
import { type FileToSave, type ProfileChange, useProfileSaving } from './use-profile-saving.ts'

interface Props {
  userId: string
  role: Role
  extra?: ExtraField | undefined
  onSaved: () => void
}

export function EditProfile({ userId, role, extra, onSaved }: Props) {
  return (
    <Section title="Profile">
      <Loaded
        query={useQuery(ownProfile(userId))}
        loading="Loading profile..."
        failed="Failed to load profile."
        skeleton={<TextSkeleton lines={6} />}
      >
        {(profile) => (
          <div className={styles.form}>
            <ProfileForm profile={profile} role={role} extra={extra} onSaved={onSaved} />
          </div>
        )}
      </Loaded>
    </Section>
  )
}

/** Additional fields in the form, and the file that is saved together with the profile. */
interface ExtraField {
  fields: ReactNode
  file: FileToSave
}

interface ProfileFormProps {
  profile: OwnProfile
  role: Role
  extra?: ExtraField | undefined
  onSaved: () => void
}

function ProfileForm({ profile, role, extra, onSaved }: ProfileFormProps) {
  const { picture, save } = useProfileSaving(profile, extra?.file)
  const form = useForm({
    schema: profileSchemas[role],
    onSubmit: async (fields: ProfileChange) => {
      await save(fields)
      onSaved()
    },
  })
  const name = profile.full_name || profile.username || ''
  return (
    <DraftForm form={form} label="Edit Your Profile" draftName="profile">
      <FormErrors />
      <PictureField label="Picture" picture={picture} person={{ id: profile.id, name }} />
      <ProfileFields profile={profile} role={role} />
      {extra?.fields}
      <FormFailure />
      <div className={styles.buttons}>
        <SubmitButton>Save Changes</SubmitButton>
      </div>
    </DraftForm>
  )
}
