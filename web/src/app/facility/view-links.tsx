import { PageTabs } from '#ui/tabs.tsx'
import { type View, views } from './places.ts'
import { usePlaces } from './use-places.ts'

export function ViewLinks({ current }: { current: View }) {
  const { viewAt } = usePlaces()
  const tabs = views.map(({ value, label }) => ({ to: viewAt(value), label }))
  return <PageTabs label="Lists" tabs={tabs} current={viewAt(current)} />
}
