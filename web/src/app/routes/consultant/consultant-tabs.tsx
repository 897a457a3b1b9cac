import { useLocation } from 'react-router'
import { PageTabs } from '#ui/tabs.tsx'

const tabs = [
  { to: '/consultant', label: 'Overview' },
  { to: '/consultant/documents', label: 'Documents' },
  { to: '/consultant/reviews', label: 'Reviews' },
]

/** Renders the tabs of the consultant's three pages. The overview has two paths, /consultant and /consultant-portal. */
export function ConsultantTabs() {
  const { pathname } = useLocation()
  const current = pathname === '/consultant-portal' ? '/consultant' : pathname
  return <PageTabs label="Your pages" tabs={tabs} current={current} />
}
