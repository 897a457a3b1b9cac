import { PageTabs } from '../../ui/page-tabs.tsx'
import { type View, viewAt, views } from './places.ts'

export function ViewLinks({ current }: { current: View }) {
  const tabs = views.map(({ value, label }) => ({
    to: viewAt(value),
    label,
    isCurrent: value === current,
  }))
  return <PageTabs label="Lists" tabs={tabs} />
}
