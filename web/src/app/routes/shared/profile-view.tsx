import { useQuery } from '@tanstack/react-query'
import { UserRoundX } from 'lucide-react'
import type { ReactNode } from 'react'
import { DocumentLinks } from '#features/documents/document-links.tsx'
import { ProfileCard } from '#features/profiles/profile-card.tsx'
import { publicProfile, type PublicProfile } from '#features/profiles/profiles.queries.ts'
import { ReviewsList } from '#features/reviews/reviews-list.tsx'
import { nameOf } from '#lib/format.ts'
import { isUuid } from '#lib/ids.ts'
import { useLive } from '#lib/live/use-live.ts'
import { useRememberPage } from '#lib/recent-pages.ts'
import { type Account, useAccount } from '#lib/session/account.ts'
import { Section } from '#ui/page.tsx'
import { Loaded, NothingYet } from '#ui/query-states.tsx'
import { TextSkeleton } from '#ui/skeletons.tsx'

interface Props {
  personId: string
  /** The button to show if there is no profile. */
  fallbackAction?: ReactNode
}

/** Shows a profile as other users see it. Facilities have no documents, and only consultants have reviews. */
export function ProfileView({ personId, fallbackAction }: Props) {
  const account = useAccount()
  useLive({
    tables: isUuid(personId) ? [{ table: 'reviews', filter: `consultant_id=eq.${personId}` }] : [],
    keys: [['reviews'], ['accounts', 'profile', personId]],
  })
  const query = useQuery(publicProfile(personId))
  const { data: shown } = query
  useRememberPage(
    shown && shown.id !== account.userId
      ? { kind: 'person', id: shown.id, title: nameOf(shown), path: `/profile?id=${shown.id}` }
      : undefined,
  )
  return (
    <Loaded
      query={query}
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
                  hint="Facilities can leave a review after a consultation."
                />
              </Section>
            ) : null}
          </>
        ) : (
          <NoProfile fallbackAction={fallbackAction} />
        )
      }
    </Loaded>
  )
}

/** Returns whether the ratings are hidden. Users who worked with the owner see a hidden profile without its ratings. */
function isHiddenFrom({ userId, role }: Account, profile: PublicProfile) {
  return profile.is_hidden && profile.id !== userId && role !== 'admin'
}

/** Shows the same text for a hidden profile and for a profile that does not exist. */
export function NoProfile({ fallbackAction }: { fallbackAction?: ReactNode }) {
  return (
    <NothingYet icon={UserRoundX} title="Failed to load profile." action={fallbackAction}>
      This profile is hidden or doesn't exist.
    </NothingYet>
  )
}
