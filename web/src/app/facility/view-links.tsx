import { PageTabs } from '../../ui/page-tabs.tsx'
import { type View, viewAt, views } from './places.ts'

const tabs = views.map(({ value, label }) => ({ to: viewAt(value), label }))

export function ViewLinks({ current }: { current: View }) {
  return <PageTabs label="Lists" tabs={tabs} current={viewAt(current)} />
}
