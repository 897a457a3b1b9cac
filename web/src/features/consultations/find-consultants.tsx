import { useListState } from '#lib/lists/list-state.ts'
import { useLive } from '#lib/live/use-live.ts'
import { Section } from '#ui/page.tsx'
import { type Booker, ConsultantsList } from './consultants-list.tsx'
import { minRatings } from './consultants.queries.ts'

const consultants = { table: 'profiles', filter: 'role=eq.consultant' } as const

export function FindConsultants({ booker }: { booker: Booker | undefined }) {
  const list = useListState({
    filters: ['q', 'rating'],
    known: { rating: minRatings },
    sorts: [],
    sort: { by: '', descending: false },
  })
  useLive({
    tables: booker
      ? [consultants, { table: 'consultations', filter: `facility_id=eq.${booker.userId}` }]
      : [consultants],
    keys: [['consultations']],
  })
  return (
    <Section title="Consultants" isFlush>
      <ConsultantsList list={list} size={20} withRating booker={booker} />
    </Section>
  )
}
