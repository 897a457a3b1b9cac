import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { KeyRound, LogOut, Mail, ShieldBan, ShieldCheck, UserRoundCheck } from 'lucide-react'
import { Suspense } from 'react'
import { Link, useSearchParams } from 'react-router'
import { banMenuEntry, menuEntriesFor, type StartAction } from '#features/users/admin-users.tsx'
import { isBanned } from '#features/users/ban.tsx'
import { UserActivity } from '#features/users/user-page/user-activity.tsx'
import { UserFacts } from '#features/users/user-page/user-head.tsx'
import { UserOverviewTab } from '#features/users/user-page/user-overview.tsx'
import { type UserOverview, userOverview } from '#features/users/user-page/user-page.queries.ts'
import { isUuid } from '#lib/ids.ts'
import { busyListIntervalMs, useLive } from '#lib/live/use-live.ts'
import { mailLink } from '#lib/mail-link.ts'
import { useRememberPage } from '#lib/recent-pages.ts'
import { useAccount } from '#lib/session/account.ts'
import { adminUserPath } from '#lib/user-paths.ts'
import { lazySection } from '#ui/lazy.tsx'
import { MoreMenu } from '#ui/more-menu.tsx'
import { DetailPage } from '#ui/detail-page.tsx'
import { Page } from '#ui/page.tsx'
import { PersonPicture } from '#ui/person.tsx'
import { Loaded, Loading } from '#ui/query-states.tsx'
import { RowSkeletons } from '#ui/skeletons.tsx'
import { PageTabs } from '#ui/tabs.tsx'
import { makeMeta } from '../../page-meta.ts'
import { UnknownAddress } from '../not-found.tsx'
import type { Route } from './+types/user.ts'
import { useUserDialogs } from './use-user-dialogs.tsx'
import type { AccountButtons, UserTab } from './user-tabs.tsx'

export const meta = makeMeta('User')

const OtherTab = lazySection(() => import('./user-tabs.tsx'))

/** Shows one user to admins. Unknown and malformed ids are "not found". */
export default function AdminUser({ params: { userId } }: Route.ComponentProps) {
  const query = useQuery(userOverview(userId))
  useLive({
    tables: isUuid(userId) ? tablesOf(userId) : [],
    keys: [
      ['accounts', 'people', 'one', userId],
      ['accounts', 'people', 'activity', userId],
    ],
    minIntervalMs: busyListIntervalMs,
  })
  if (query.data === null) return <UnknownAddress />
  if (query.data) return <UserPage user={query.data} />
  return (
    <Page title="User">
      <Loaded
        query={query}
        loading="Loading user..."
        failed="Failed to load user."
        skeleton={<RowSkeletons />}
      >
        {() => null}
      </Loaded>
    </Page>
  )
}

/** The tables whose rows are part of the figures or of the activity. */
function tablesOf(userId: string) {
  return [
    { table: 'profiles', filter: `id=eq.${userId}` },
    { table: 'jobs', filter: `facility_id=eq.${userId}` },
    { table: 'bids', filter: `contractor_id=eq.${userId}` },
    { table: 'payments', filter: `payer_id=eq.${userId}` },
    { table: 'payments', filter: `payee_id=eq.${userId}` },
  ] as const
}

const list = { to: '/admin/users', label: 'Users' }

function UserPage({ user }: { user: UserOverview }) {
  const [params] = useSearchParams()
  const tabs = tabsOf(user)
  const current = tabs.find(({ value }) => value === params.get('tab'))?.value ?? 'overview'
  const { start, dialog } = useUserDialogs()
  const buttons = accountButtons(user, start)
  useRememberPage({
    kind: 'person',
    id: user.id,
    title: user.name,
    path: adminUserPath(user.id),
  })
  return (
    <DetailPage
      title={user.name}
      list={list}
      picture={<PersonPicture name={user.name} picture={user.picture} size={64} />}
      facts={<UserFacts user={user} />}
      actions={user.email || user.role ? <Actions user={user} /> : undefined}
      menu={<UserMenu user={user} onAction={start} />}
      tabs={
        <PageTabs
          label="User"
          tabs={tabs.map(({ value, label, count }) => ({
            label,
            count,
            to: pathOfTab(user.id, value),
          }))}
          current={pathOfTab(user.id, current)}
        />
      }
    >
      {current === 'overview' ? (
        <UserOverviewTab
          user={user}
          buttons={
            <>
              {buttons.reset}
              {buttons.end}
            </>
          }
        >
          <UserActivity userId={user.id} />
        </UserOverviewTab>
      ) : (
        <Suspense fallback={<Loading text="Loading ..." />}>
          <OtherTab key={current} tab={current} user={user} buttons={buttons} />
        </Suspense>
      )}
      {dialog}
    </DetailPage>
  )
}

function pathOfTab(userId: string, tab: string) {
  return tab === 'overview' ? adminUserPath(userId) : `${adminUserPath(userId)}?tab=${tab}`
}

interface TabEntry {
  value: UserTab
  label: string
  count?: number
}

function tabsOf(user: UserOverview): TabEntry[] {
  const { paymentCount, documentCount } = user
  const payments = { value: 'payments', label: 'Payments', count: paymentCount } as const
  const documents = { value: 'documents', label: 'Documents', count: documentCount } as const
  const byRole: Record<string, TabEntry[]> = {
    contractor: [{ value: 'bids', label: 'Bids', count: user.bids.all }, payments, documents],
    facility: [{ value: 'jobs', label: 'Jobs', count: user.jobs.all }, payments],
    consultant: [
      { value: 'consultations', label: 'Consultations', count: user.consultations.all },
      payments,
      documents,
    ],
  }
  return [
    { value: 'overview', label: 'Overview' },
    ...(byRole[user.role ?? ''] ?? []),
    { value: 'security', label: 'Security' },
    { value: 'audit', label: 'Audit log' },
  ]
}

function Actions({ user }: { user: UserOverview }) {
  return (
    <>
      {user.email ? (
        <Button
          component="a"
          href={mailLink(user.email)}
          variant="default"
          leftSection={<Mail size={16} aria-hidden />}
        >
          Send email
        </Button>
      ) : null}
      {user.role ? (
        <Button component={Link} to={`/profile?id=${user.id}`} variant="default">
          View profile
        </Button>
      ) : null}
    </>
  )
}

interface UserMenuProps {
  user: UserOverview
  onAction: StartAction
}

function UserMenu({ user, onAction }: UserMenuProps) {
  const { userId: myId } = useAccount()
  const reset = {
    label: 'Reset password',
    icon: KeyRound,
    onSelect: () => onAction('resetPassword', user),
  }
  const acts = user.role
    ? menuEntriesFor(user, myId, onAction)
    : [
        { label: 'Assign role', icon: UserRoundCheck, onSelect: () => onAction('admit', user) },
        banMenuEntry(user, onAction),
      ]
  return (
    <MoreMenu label={`Actions for ${user.name}`} entries={user.email ? [reset, ...acts] : acts} />
  )
}

function accountButtons(user: UserOverview, start: StartAction): AccountButtons {
  return {
    reset: user.email ? (
      <Button variant="default" size="sm" onClick={() => start('resetPassword', user)}>
        Reset password
      </Button>
    ) : null,
    end: (
      <Button
        variant="default"
        size="sm"
        leftSection={<LogOut size={15} aria-hidden />}
        disabled={user.sessionCount === 0}
        onClick={() => start('endSessions', user)}
      >
        End sessions
      </Button>
    ),
    ban: isBanned(user.bannedUntil) ? (
      <Button
        variant="default"
        size="sm"
        leftSection={<ShieldCheck size={15} aria-hidden />}
        onClick={() => start('liftBan', user)}
      >
        Lift suspension
      </Button>
    ) : (
      <Button
        variant="default"
        size="sm"
        leftSection={<ShieldBan size={15} aria-hidden />}
        onClick={() => start('ban', user)}
      >
        Suspend
      </Button>
    ),
  }
}
