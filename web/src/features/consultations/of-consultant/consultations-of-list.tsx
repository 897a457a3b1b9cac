import { CalendarClock } from 'lucide-react'
import { nameOf } from '#lib/format/name.ts'
import { useListState } from '#lib/list-state.ts'
import { useLive } from '#lib/live/use-live.ts'
import { NothingYet } from '#ui/empty.tsx'
import { Money } from '#ui/money.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { Listing } from '#ui/table/listing.tsx'
import { Time } from '#ui/time.tsx'
import { ConsultationChip } from '../consultation-chip.tsx'
import {
  type ConsultationOf,
  consultationsFile,
  consultationsSize,
  type FileColumn,
  useConsultationsOf,
} from './consultations-of.ts'

const sorts = [
  { by: 'scheduled_at', descending: true, label: 'Latest first' },
  { by: 'scheduled_at', descending: false, label: 'Earliest first' },
  { by: 'fee', descending: true, label: 'Highest fee' },
]

const when = {
  name: 'when',
  label: 'When',
  options: [
    { value: '', label: 'All' },
    { value: 'upcoming', label: 'Upcoming' },
    { value: 'past', label: 'Past' },
    { value: 'cancelled', label: 'Cancelled' },
  ],
}

const columns: Column<ConsultationOf>[] = [
  { head: 'Facility', cell: ({ facility }) => <bdi>{nameOf(facility)}</bdi> },
  {
    head: 'Time',
    cell: ({ scheduled_at: at }) => <Time at={at} />,
    sort: 'scheduled_at',
    isShort: true,
  },
  { head: 'Job', cell: ({ job }) => <bdi>{job?.title ?? '–'}</bdi> },
  { head: 'Status', cell: (consultation) => <ConsultationChip consultation={consultation} /> },
  { head: 'Fee', cell: ({ fee }) => <Money amount={fee} />, sort: 'fee', isFigure: true },
]

const heads: FileColumn[] = [
  ['Facility', ({ facility }) => nameOf(facility)],
  ['Time', ({ scheduled_at: at }) => at],
  ['Minutes', ({ duration_minutes: minutes }) => minutes],
  ['Job', ({ job }) => job?.title],
  ['Status', ({ status, has_ended: isOver }) => (isOver && status === 'booked' ? 'ended' : status)],
  ['Fee', ({ fee }) => fee],
]

const keys = [['consultations', 'of']]

/** Whoever booked a consultant, and when. */
export function ConsultationsOfList({ consultantId }: { consultantId: string }) {
  const list = useListState({
    prefix: 'consultations',
    filters: ['when'],
    known: { when: ['upcoming', 'past', 'cancelled'] },
    sorts: ['scheduled_at', 'fee'],
    sort: { by: 'scheduled_at', descending: true },
  })
  const wanted = { consultantId, list }
  const query = useConsultationsOf(wanted)
  useLive({
    tables: [{ table: 'consultations', filter: `consultant_id=eq.${consultantId}` }],
    keys,
  })
  return (
    <Listing
      label="Consultations"
      isTitled
      query={query}
      list={list}
      size={consultationsSize}
      found={{ one: 'consultation' }}
      choices={[when]}
      sorts={sorts}
      loading="Loading ..."
      failed="Failed to load consultations."
      nothing={
        <NothingYet icon={CalendarClock} title="None booked.">
          A facility books a consultant from its dashboard.
        </NothingYet>
      }
      noMatch="No consultations found."
      file={consultationsFile(wanted, heads)}
    >
      {({ rows, view }) => (
        <DataTable
          caption="Consultations"
          columns={columns}
          rows={rows}
          keyOf={({ id }) => id}
          list={list}
          view={view}
        />
      )}
    </Listing>
  )
}
