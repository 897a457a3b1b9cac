import { ConfirmReviewButton } from '#features/reviews/confirm-review-button.tsx'
import { ReviewsList } from '#features/reviews/reviews-list.tsx'
import { useLive } from '#lib/live/use-live.ts'
import { useAccount } from '#lib/session/account.ts'
import { Page, Section } from '#ui/page.tsx'
import { makeMeta } from '../../page-meta.ts'
import { ConsultantTabs } from './consultant-tabs.tsx'

export const meta = makeMeta('My Reviews')

export default function Reviews() {
  const { userId } = useAccount()
  useLive({
    tables: [{ table: 'reviews', filter: `consultant_id=eq.${userId}` }],
    keys: [['reviews']],
  })
  return (
    <Page title="My Reviews" lead="Feedback from facilities on your consultations.">
      <ConsultantTabs />
      <Section title="Reviews" isFlush>
        <ReviewsList
          consultantId={userId}
          hint="Facilities can leave a review after a consultation."
          renderAction={(review) => <ConfirmReviewButton review={review} />}
        />
      </Section>
    </Page>
  )
}
