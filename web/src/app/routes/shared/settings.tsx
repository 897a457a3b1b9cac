import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { AppearancePanel } from '#features/settings/appearance-panel.tsx'
import { NotificationsPanel } from '#features/settings/notifications-panel.tsx'
import { PrivacyPanel } from '#features/settings/privacy-panel.tsx'
import { useAccount } from '#lib/session/account.ts'
import { lazySection } from '#ui/lazy.tsx'
import { Page } from '#ui/page.tsx'
import { Loading } from '#ui/query-states.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { makeMeta } from '../../page-meta.ts'

const SecurityPanel = lazySection(() => import('#features/security/security-panel.tsx'))

export const meta = makeMeta('Settings')

const tabs = [
  { value: 'notifications', label: 'Notifications' },
  { value: 'privacy', label: 'Privacy' },
  { value: 'appearance', label: 'Appearance' },
  { value: 'security', label: 'Security' },
] as const

type Tab = (typeof tabs)[number]['value']

export default function Settings() {
  const [params, setParams] = useSearchParams()
  const tabParam = params.get('tab')
  const current = tabs.find(({ value }) => value === tabParam)?.value ?? 'notifications'
  return (
    <Page title="Settings">
      <Tabs
        label="Settings"
        tabs={tabs}
        current={current}
        onChange={(tab) => setParams({ tab }, { preventScrollReset: true })}
      >
        <Suspense fallback={<Loading text="Loading settings..." />}>
          <Panel tab={current} />
        </Suspense>
      </Tabs>
    </Page>
  )
}

function Panel({ tab }: { tab: Tab }) {
  const { userId, email } = useAccount()
  switch (tab) {
    case 'notifications':
      return <NotificationsPanel userId={userId} />
    case 'privacy':
      return <PrivacyPanel userId={userId} />
    case 'appearance':
      return <AppearancePanel />
    case 'security':
      return <SecurityPanel userId={userId} email={email} />
  }
}
