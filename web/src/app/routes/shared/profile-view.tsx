import { useQuery } from '@tanstack/react-query'
import { UserRoundX } from 'lucide-react'
import type { ReactNode } from 'react'
import { DocumentLinks } from '#features/documents/document-links.tsx'
import { ProfileCard } from '#features/profiles/profile-card.tsx'
import { publicProfile, type PublicProfile } from '#features/profiles/profiles.queries.ts'
import { ReviewsList } from '#features/reviews/reviews-list.tsx'
import { isUuid } from '#lib/ids.ts'
import { useLive } from '#lib/live/use-live.ts'
import { type Account, useAccount } from '#lib/session/account.ts'
import { Section } from '#ui/page.tsx'
import { Loaded, NothingYet } from '#ui/query-states.tsx'
import { TextSkeleton } from '#ui/skeletons.tsx'

interface Props {
  personId: string
  /** What can be done where there is nobody to be seen. */
  wayOut?: ReactNode
}

/** A person as others see them; of consultants also what was said about their advice. */
export function ProfileView({ personId, wayOut }: Props) {
  const account = useAccount()
  useLive({
    tables: isUuid(personId) ? [{ table: 'reviews', filter: `consultant_id=eq.${personId}` }] : [],
    keys: [['reviews'], ['accounts', 'profile', personId]],
  })
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
            <ProfileCard profile={profile} isHidden={isHiddenFrom(account, profile)} />
            {profile.role === 'facility' ? null : (
              <Section title="Documents">
                <DocumentLinks personId={personId} />
              </Section>
            )}
            {profile.role === 'consultant' && !isHiddenFrom(account, profile) ? (
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

/** Those who dealt with somebody before still find the profile, and not what others say of it. */
function isHiddenFrom({ userId, role }: Account, profile: PublicProfile) {
  return profile.is_hidden && profile.id !== userId && role !== 'admin'
}

/** One that is hidden looks the same as one that is not there. */
export function NoProfile({ wayOut }: { wayOut?: ReactNode }) {
  return (
    <NothingYet icon={UserRoundX} title="Failed to load profile." action={wayOut}>
      This profile is hidden, or it does not exist.
    </NothingYet>
  )
}
