import { useQuery } from '@tanstack/react-query'
import { Loaded } from '#ui/query-states.tsx'
import { Section } from '#ui/page.tsx'
import { TextSkeleton } from '#ui/skeletons.tsx'
import type { Role } from '../roles.ts'
import { ownProfile } from './own-profile.ts'
import { type MoreToSave, ProfileForm } from './profile-form.tsx'
import styles from './profile.module.css'

interface Props {
  userId: string
  role: Role
  more?: MoreToSave | undefined
  onSaved: () => void
}

/** The form with what stands in the profile now. */
export function EditProfile({ userId, role, more, onSaved }: Props) {
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
            <ProfileForm profile={profile} role={role} more={more} onSaved={onSaved} />
          </div>
        )}
      </Loaded>
    </Section>
  )
}
