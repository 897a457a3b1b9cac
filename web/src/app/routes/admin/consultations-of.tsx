import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Link } from 'react-router'
import { AdminConsultations } from '#features/consultations/admin-consultations.tsx'
import { publicProfile } from '#features/profiles/profiles.queries.ts'
import { type Review, ReviewsList } from '#features/reviews/reviews-list.tsx'
import { PlainDialog } from '#ui/dialogs/plain-dialog.tsx'
import { useDialog } from '#ui/dialogs/use-dialog.ts'
import { lazyPart } from '#ui/lazy.tsx'
import { Section } from '#ui/page.tsx'
import { Loaded } from '#ui/query-states.tsx'
import { RowSkeletons } from '#ui/skeletons.tsx'
import { makeMeta } from '../../page-meta.ts'
import { NoProfile } from '../shared/profile-view.tsx'
import type { Route } from './+types/consultations-of.ts'
import { AdminPage } from './admin-page.tsx'

export const meta = makeMeta('Consultant')

const RemoveReviewDialog = lazyPart(
  () => import('#features/reviews/remove-review-dialog.tsx'),
  PlainDialog,
)

export default function AdminConsultationsOf({ params: { consultantId } }: Route.ComponentProps) {
  const query = useQuery(publicProfile(consultantId))
  const person = query.data
  return (
    <AdminPage
      title={person?.full_name ?? person?.username ?? 'Consultant'}
      lead={[person?.headline, person?.company_name].filter(Boolean).join(' · ')}
      actions={
        <Button component={Link} to="/admin/consultations" variant="default" size="sm">
          All Consultants
        </Button>
      }
    >
      <Loaded
        query={query}
        loading="Loading ..."
        failed="Failed to load profile."
        skeleton={<RowSkeletons />}
      >
        {(profile) =>
          profile ? <About key={consultantId} consultantId={consultantId} /> : <NoProfile />
        }
      </Loaded>
    </AdminPage>
  )
}

function About({ consultantId }: { consultantId: string }) {
  const removing = useDialog<Review>()
  return (
    <>
      <AdminConsultations consultantId={consultantId} />
      <Section title="Reviews" isFlush>
        <ReviewsList
          consultantId={consultantId}
          hint="Facilities can leave a review after a consultation."
          renderAction={(review) => (
            <Button
              variant="default"
              size="compact-sm"
              aria-label={`Remove review by ${review.reviewer_name || 'Anonymous'}`}
              onClick={() => removing.open(review)}
            >
              Remove
            </Button>
          )}
        />
      </Section>
      <Suspense>
        {removing.subject ? (
          <RemoveReviewDialog
            key={removing.subject.id}
            review={removing.subject}
            opened={removing.opened}
            onClose={removing.close}
          />
        ) : null}
      </Suspense>
    </>
  )
}
