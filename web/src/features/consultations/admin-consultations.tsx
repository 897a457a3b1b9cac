import { CalendarClock } from 'lucide-react'
import { Link } from 'react-router'
import { csvFile } from '#lib/files/csv-file.ts'
import type { Cell } from '#lib/files/csv-file.ts'
import { inKeysetOrder } from '#lib/files/keyset.ts'
import { nameOf, type ProfileNames as Person } from '#lib/format.ts'
import { jobPath } from '#lib/job-paths.ts'
import { usePage } from '#lib/lists/list-page.ts'
import { type ListState, useListState } from '#lib/lists/list-state.ts'
import type { Condition } from '#lib/lists/list-tabs.ts'
import { useLive } from '#lib/live/use-live.ts'
import { type Client, supabase } from '#lib/supabase.ts'
import { adminUserPath } from '#lib/user-paths.ts'
import { NothingYet } from '#ui/query-states.tsx'
import { FactsList } from '#ui/rows/row.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { Listing } from '#ui/table/listing.tsx'
import { MoneyText, NamedWithId, NameLink } from '#ui/text.tsx'
import { Time } from '#ui/time.tsx'
import { ConsultationChip } from './consultation-chip.tsx'
import { pastConditions, upcomingConditions } from './consultations.queries.ts'

const sorts = [
  { by: 'scheduled_at', descending: true, label: 'Latest first' },
  { by: 'scheduled_at', descending: false, label: 'Earliest first' },
  { by: 'fee', descending: true, label: 'Highest fee' },
]

const whenFilter = {
  name: 'when',
  label: 'When',
  options: [
    { value: '', label: 'All' },
    { value: 'upcoming', label: 'Upcoming' },
    { value: 'past', label: 'Past' },
    { value: 'cancelled', label: 'Canceled' },
  ],
}

const columns: Column<AdminConsultation>[] = [
  {
    head: 'Facility',
    cell: ({ facility, facility_id: id }) => (
      <NameLink to={adminUserPath(id)}>{nameOf(facility)}</NameLink>
    ),
  },
  {
    head: 'Time',
    cell: ({ scheduled_at: at }) => <Time at={at} />,
    sort: 'scheduled_at',
    isShort: true,
  },
  {
    head: 'Job',
    cell: ({ job }) =>
      job ? (
        <Link to={jobPath('admin', job.id)}>
          <bdi>{job.title}</bdi>
        </Link>
      ) : (
        '–'
      ),
  },
  { head: 'Status', cell: (consultation) => <ConsultationChip consultation={consultation} /> },
  { head: 'Fee', cell: ({ fee }) => <MoneyText amount={fee} />, sort: 'fee', isFigure: true },
]

const csvColumns: CsvColumn[] = [
  ['Facility', ({ facility }) => nameOf(facility)],
  ['Time', ({ scheduled_at: at }) => at],
  ['Minutes', ({ duration_minutes: minutes }) => minutes],
  ['Job', ({ job }) => job?.title],
  ['Status', ({ status, has_ended: isOver }) => (isOver && status === 'booked' ? 'ended' : status)],
  ['Fee', ({ fee }) => fee],
]

const keys = [['consultations', 'of']]

export function AdminConsultations({ consultantId }: { consultantId: string }) {
  const list = useListState({
    prefix: 'consultations',
    filters: ['when'],
    known: { when: ['upcoming', 'past', 'cancelled'] },
    sorts: ['scheduled_at', 'fee'],
    sort: { by: 'scheduled_at', descending: true },
  })
  const query = useAdminConsultations(consultantId, list)
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
      size={pageSize}
      found={{ one: 'consultation' }}
      choices={[whenFilter]}
      sorts={sorts}
      loading="Loading ..."
      failed="Failed to load consultations."
      nothing={
        <NothingYet icon={CalendarClock} title="None booked.">
          Facilities book consultants from their dashboard.
        </NothingYet>
      }
      noMatch="No consultations found."
      file={adminConsultationsCsv(consultantId, list)}
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

const pageSize = 10

const selectedColumns = `
  id, scheduled_at, duration_minutes, status, fee, has_ended, facility_id,
  facility:profiles!consultations_facility_id_fkey(role, full_name, username, company_name),
  job:jobs(id, title)
` as const

function useAdminConsultations(consultantId: string, list: ListState) {
  return usePage({
    key: ['consultations', 'of', consultantId],
    list,
    size: pageSize,
    ask: async (from, to) => {
      const query = selectConsultations(await supabase(), consultantId, list, 'exact')
      return inKeysetOrder(query, list.sort).range(from, to)
    },
  })
}

type Rows = NonNullable<ReturnType<typeof useAdminConsultations>['data']>['rows']
type AdminConsultation = Rows[number]

type CsvColumn = readonly [head: string, cell: (row: AdminConsultation) => Cell]

function adminConsultationsCsv(consultantId: string, list: ListState) {
  return csvFile<AdminConsultation>({
    name: 'consultations',
    columns: csvColumns,
    by: list.sort.by,
    ask: async (after, count) => {
      const query = selectConsultations(await supabase(), consultantId, list)
      return inKeysetOrder(query, list.sort, after).limit(count)
    },
  })
}

function selectConsultations(
  client: Client,
  consultantId: string,
  list: ListState,
  count?: 'exact',
) {
  let query = client
    .from('consultations')
    .select(selectedColumns, count ? { count } : {})
    .eq('consultant_id', consultantId)
  for (const condition of conditionsOf(list.filters['when'])) query = query.filter(...condition)
  return query
}

function conditionsOf(when: string | undefined): readonly Condition[] {
  if (when === 'upcoming') return upcomingConditions
  if (when === 'past') return pastConditions
  return when === 'cancelled' ? [['status', 'eq', 'cancelled']] : []
}

interface ConsultationOnJob {
  id: string
  status: string
  has_ended: boolean | null
  scheduled_at: string
  facility_id: string
  facility: Person | null
  consultant_id: string
  consultant: Person | null
}

interface AdminJobConsultationsProps {
  job: { title: string; consultations: ConsultationOnJob[] }
}

/** Shows the consultations about one job in the admin list of jobs. */
export function AdminJobConsultations({
  job: { title, consultations },
}: AdminJobConsultationsProps) {
  const items = consultations.map((one) => ({
    id: one.id,
    who: (
      <>
        <NamedWithId id={one.facility_id} to={adminUserPath(one.facility_id)}>
          {nameOf(one.facility)}
        </NamedWithId>{' '}
        with{' '}
        <NamedWithId id={one.consultant_id} to={adminUserPath(one.consultant_id)}>
          {nameOf(one.consultant)}
        </NamedWithId>
      </>
    ),
    status: <ConsultationChip consultation={one} />,
    when: <Time at={one.scheduled_at} />,
  }))
  return <FactsList label={`Consultations on ${title}`} none="None booked." items={items} />
}
