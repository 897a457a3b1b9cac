import { useListState } from '#lib/lists/list-state.ts'
import { Section } from '#ui/page.tsx'
import { type Booker, ConsultantsList } from './consultants-list.tsx'

/** Shows the list of consultants beside the jobs on the facility's dashboard. */
export default function AvailableConsultants({ userId, onBook }: Booker) {
  const list = useListState({
    prefix: 'consultants',
    filters: ['q'],
    sorts: [],
    sort: { by: '', descending: false },
  })
  return (
    <Section title="Available Consultants" isFlush>
      <ConsultantsList list={list} size={6} booker={{ userId, onBook }} />
    </Section>
  )
}
