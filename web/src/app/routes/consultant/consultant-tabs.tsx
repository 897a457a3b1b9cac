import { useLocation } from 'react-router'
import { PageTabs } from '#ui/tabs.tsx'

const tabs = [
  { to: '/consultant', label: 'Overview' },
  { to: '/consultant/documents', label: 'Documents' },
  { to: '/consultant/reviews', label: 'Reviews' },
]

/** Renders the tabs of the consultant's pages. /consultant-portal is another path of the overview. */
export function ConsultantTabs() {
  const { pathname } = useLocation()
  const current = pathname === '/consultant-portal' ? '/consultant' : pathname
  return <PageTabs label="Your pages" tabs={tabs} current={current} />
}
