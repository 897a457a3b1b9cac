import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Inbox, LogOut, Pencil, UserRound } from 'lucide-react'
import { Suspense } from 'react'
import { Link } from 'react-router'
import { ChartsSkeleton } from '#features/analytics/consultant-charts-skeleton.tsx'
import { consultantSummary, ConsultantTiles } from '#features/analytics/consultant-tiles.tsx'
import { OpenItems } from '#features/analytics/open-items/open-items.tsx'
import { BookedConsultations } from '#features/consultations/booked-consultations.tsx'
import { EmptyProfileNotice } from '#features/consultations/empty-profile-notice.tsx'
import { StartChatButton } from '#features/consultations/start-chat-button.tsx'
import { UnreadBadge } from '#features/messages/unread-badge.tsx'
import { ReceivedPayments } from '#features/payments/received-payments.tsx'
import { useLive } from '#lib/live/use-live.ts'
import { firstNameIn } from '#lib/format.ts'
import { useAccount } from '#lib/session/account.ts'
import { sessionStore } from '#lib/session/session-store.ts'
import { lazySection } from '#ui/lazy.tsx'
import { Page, Section, WhenSeen } from '#ui/page.tsx'
import { Loading } from '#ui/query-states.tsx'
import { makeMeta } from '../../page-meta.ts'
import { ConsultantTabs } from './consultant-tabs.tsx'
import { useConsultantDialogs } from './use-consultant-dialogs.tsx'

export const meta = makeMeta('Your dashboard')

const Charts = lazySection(() => import('#features/analytics/consultant-charts.tsx'))

const chartsComing = (
  <Section title="Month by month">
    <Loading text="Loading your charts...">
      <ChartsSkeleton />
    </Loading>
  </Section>
)

const nothingHereOpens = {}

const openItemLists = { consultation_soon: '#consultations', messages: '/inbox' }

export default function Overview() {
  const { userId, profile } = useAccount()
  const { data: figures } = useQuery(consultantSummary(userId))
  const dialogs = useConsultantDialogs(userId)
  useLive({
    tables: [
      { table: 'consultations', filter: `consultant_id=eq.${userId}` },
      {
        table: 'payments',
        filter: `payee_id=eq.${userId}`,
        // The row of a consultation shows whether its payment is due.
        keysFor: () => [['payments'], ['consultations', 'booked'], ['analytics']],
      },
      {
        table: 'messages',
        filter: `recipient_id=eq.${userId}`,
        keysFor: () => [['analytics', 'waiting']],
      },
      {
        table: 'reviews',
        filter: `consultant_id=eq.${userId}`,
        keysFor: () => [['analytics']],
      },
    ],
    keys: [['consultations'], ['payments'], ['analytics']],
  })
  return (
    <Page
      title={`Welcome, ${firstNameIn(profile?.fullName) || 'Consultant'}`}
      actions={<ConsultantActions userId={userId} onEdit={dialogs.edit} />}
    >
      <ConsultantTabs />
      {profile && !profile.isFilled ? <EmptyProfileNotice /> : null}
      <OpenItems userId={userId} handle={nothingHereOpens} lists={openItemLists} />
      <ConsultantTiles userId={userId} />
      <BookedConsultations userId={userId} onCancel={dialogs.cancel} />
      {figures ? (
        <WhenSeen before={chartsComing}>
          <Suspense fallback={chartsComing}>
            <Charts userId={userId} today={figures.today} />
          </Suspense>
        </WhenSeen>
      ) : null}
      <ReceivedPayments
        userId={userId}
        sums={figures}
        hint="Paid bookings appear here. Facilities record the payments."
      />
      {dialogs.element}
    </Page>
  )
}

interface ConsultantActionsProps {
  userId: string
  onEdit: () => void
}

export function ConsultantActions({ userId, onEdit }: ConsultantActionsProps) {
  return (
    <>
      <StartChatButton userId={userId} />
      <Button
        variant="default"
        component={Link}
        to={`/consultant-profile/${userId}`}
        leftSection={<UserRound size={16} aria-hidden />}
      >
        View My Profile
      </Button>
      <Button
        variant="default"
        component={Link}
        to="/inbox"
        leftSection={<Inbox size={16} aria-hidden />}
        rightSection={<UnreadBadge userId={userId} />}
      >
        Inbox
      </Button>
      <Button variant="default" leftSection={<Pencil size={16} aria-hidden />} onClick={onEdit}>
        Edit Profile
      </Button>
      <Button
        variant="default"
        leftSection={<LogOut size={16} aria-hidden />}
        onClick={() => void sessionStore.signOut()}
      >
        Logout
      </Button>
    </>
  )
}
