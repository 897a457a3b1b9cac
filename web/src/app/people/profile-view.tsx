import { useQuery } from '@tanstack/react-query'
import { UserRoundX } from 'lucide-react'
import type { ReactNode } from 'react'
import { ProfileCard } from '../../features/accounts/profile/profile-card.tsx'
import { publicProfile } from '../../features/accounts/profile/public-profile.ts'
import { DocumentLinks } from '../../features/documents/document-links.tsx'
import { ReviewsList } from '../../features/reviews/received/reviews-list.tsx'
import { NothingYet } from '../../ui/empty.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Section } from '../../ui/section.tsx'
import { TextSkeleton } from '../../ui/skeletons.tsx'

interface Props {
  personId: string
  /** What can be done where there is nobody to be seen. */
  wayOut?: ReactNode
}

/** A person as others see them; of consultants also what was said about their advice. */
export function ProfileView({ personId, wayOut }: Props) {
  return (
    <Loaded
      query={useQuery(publicProfile(personId))}
      loading="Loading profile..."
      failed="Failed to load profile."
      skeleton={<TextSkeleton lines={6} />}
    >
      {(profile) =>
        profile ? (
          <>
            <ProfileCard profile={profile} />
            {profile.role === 'facility' ? null : (
              <Section title="Documents">
                <DocumentLinks personId={personId} />
              </Section>
            )}
            {profile.role === 'consultant' ? (
              <Section title="Reviews" isFlush>
                <ReviewsList
                  consultantId={personId}
                  hint="Facilities leave one after a consultation."
                />
              </Section>
            ) : null}
          </>
        ) : (
          <NoProfile wayOut={wayOut} />
        )
      }
    </Loaded>
  )
}

/** One that is hidden looks the same as one that is not there. */
export function NoProfile({ wayOut }: { wayOut?: ReactNode }) {
  return (
    <NothingYet icon={UserRoundX} title="Failed to load profile." action={wayOut}>
      This profile is hidden, or it does not exist.
    </NothingYet>
  )
}
