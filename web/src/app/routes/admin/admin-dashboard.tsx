import { Button } from '@mantine/core'
import { LogOut, UserPlus } from 'lucide-react'
import { Suspense } from 'react'
import { Assistant } from '#features/analytics/assistant/assistant.tsx'
import { OpenItems } from '#features/analytics/open-items/open-items.tsx'
import { PlatformChartsSkeleton } from '#features/analytics/platform/platform-charts-skeleton.tsx'
import { PlatformTiles, usePlatformLive } from '#features/analytics/platform/platform-tiles.tsx'
import { useAccount } from '#lib/session/account.ts'
import { sessionStore } from '#lib/session/session-store.ts'
import { useParamOnce } from '#lib/use-param-once.ts'
import { PlainDialog } from '#ui/dialogs/plain-dialog.tsx'
import { useDialog } from '#ui/dialogs/use-dialog.ts'
import { Greeting } from '#ui/greeting.tsx'
import { lazyPart, lazySection } from '#ui/lazy.tsx'
import { Page, WhenSeen } from '#ui/page.tsx'
import { makeMeta } from '../../page-meta.ts'

export const meta = makeMeta('Admin dashboard')

const Charts = lazySection(() => import('#features/analytics/platform/platform-charts.tsx'))

const chartsComing = <PlatformChartsSkeleton />
const nothingHereOpens = {}

const openItemLists = {
  demo_request: '/admin/demo-requests?state=waiting',
  newcomer: '/admin/newcomers?state=waiting',
  job_without_bids: '/admin/jobs?state=without_bids',
  unsent_mails: '/admin/mails',
}

export default function AdminDashboard() {
  const { userId, profile } = useAccount()
  usePlatformLive()
  return (
    <Page
      title="Admin dashboard"
      lead={<Greeting fullName={profile?.fullName} detail={profile?.company ?? ''} />}
      actions={<AdminActions />}
    >
      <OpenItems userId={userId} handle={nothingHereOpens} lists={openItemLists} />
      <PlatformTiles />
      <WhenSeen before={chartsComing}>
        <Suspense fallback={chartsComing}>
          <Charts />
        </Suspense>
      </WhenSeen>
      <Assistant userId={userId} />
    </Page>
  )
}

const AddUser = lazyPart(() => import('#features/users/add-user-dialog.tsx'), PlainDialog)

export function AdminActions() {
  const adding = useDialog<true>()
  useParamOnce('add', () => adding.open(true))
  return (
    <>
      <Button
        variant="default"
        leftSection={<LogOut size={16} aria-hidden />}
        onClick={() => void sessionStore.signOut()}
      >
        Log Out
      </Button>
      <Button leftSection={<UserPlus size={16} aria-hidden />} onClick={() => adding.open(true)}>
        Add User
      </Button>
      {adding.subject ? (
        <Suspense>
          <AddUser opened={adding.opened} onClose={adding.close} />
        </Suspense>
      ) : null}
    </>
  )
}
