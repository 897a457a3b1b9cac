import { Gavel } from 'lucide-react'
import { Link } from 'react-router'
import { nameOf, type ProfileNames as Person } from '#lib/format.ts'
import { isUuid } from '#lib/ids.ts'
import { useListState } from '#lib/lists/list-state.ts'
import { searchLimit } from '#lib/lists/search.ts'
import { busyListIntervalMs, useLive } from '#lib/live/use-live.ts'
import { NothingYet } from '#ui/query-states.tsx'
import { FactsList } from '#ui/rows/row.tsx'
import { type Column, DataTable } from '#ui/table/data-table.tsx'
import { Listing } from '#ui/table/listing.tsx'
import { MoneyText, NamedWithId } from '#ui/text.tsx'
import { Time } from '#ui/time.tsx'
import {
  type AdminBid,
  adminBidsCsv,
  adminBidsPageSize,
  useAdminBids,
} from './admin-bids.queries.ts'
import { BidChip } from './bid-chip.tsx'

interface Props {
  /** The address of a job in the admin list. */
  jobAt: (jobId: string) => string
}

const statuses = [
  { value: '', label: 'Any status' },
  { value: 'pending', label: 'Pending' },
  { value: 'accepted', label: 'Accepted' },
  { value: 'rejected', label: 'Rejected' },
  { value: 'withdrawn', label: 'Withdrawn' },
]

const sorts = [
  { by: 'created_at', descending: true, label: 'Newest first' },
  { by: 'created_at', descending: false, label: 'Oldest first' },
  { by: 'amount', descending: true, label: 'Highest amount' },
  { by: 'amount', descending: false, label: 'Lowest amount' },
]

const emptyState = (
  <NothingYet icon={Gavel} title="No bids found.">
    Bids from contractors appear here.
  </NothingYet>
)

const tables = [{ table: 'bids' }] as const
const keys = [['bids', 'every']]

/** The admin list of all bids. A link can narrow it to one job. */
export function AdminBidList({ jobAt }: Props) {
  const list = useListState({
    filters: ['q', 'status', 'job'],
    known: { status: statuses.map(({ value }) => value), job: isUuid },
    sorts: ['created_at', 'amount'],
    sort: { by: 'created_at', descending: true },
  })
  const query = useAdminBids(list)
  useLive({ tables, keys, minIntervalMs: busyListIntervalMs })
  const { q, job } = list.filters
  return (
    <Listing
      label="Bids"
      query={query}
      list={list}
      size={adminBidsPageSize}
      found={{ one: 'bid', maxRows: q ? searchLimit : undefined }}
      {...(job ? {} : { search: { name: 'q', label: 'Search by contractor, job or id...' } })}
      choices={[{ name: 'status', label: 'Status', options: statuses }]}
      led={{ name: 'job', words: describeJobFilter(query.data?.rows[0]) }}
      sorts={sorts}
      loading="Loading bids..."
      failed="Failed to load bids."
      nothing={emptyState}
      noMatch="No bids found."
      file={adminBidsCsv(list)}
    >
      {({ rows, view }) => (
        <DataTable
          caption="Bids"
          columns={columnsWith(jobAt)}
          rows={rows}
          keyOf={({ id }) => id}
          list={list}
          view={view}
        />
      )}
    </Listing>
  )
}

function describeJobFilter(bid: AdminBid | undefined) {
  return bid?.job ? `Job: ${bid.job.title}` : 'One job'
}

function columnsWith(jobAt: (jobId: string) => string): Column<AdminBid>[] {
  return [
    {
      head: 'Contractor',
      cell: ({ contractor, contractor_id: id }) => (
        <NamedWithId isStacked id={id}>
          {nameOf(contractor)}
        </NamedWithId>
      ),
    },
    {
      head: 'Job',
      cell: ({ job, job_id: id }) => (
        <NamedWithId isStacked id={id}>
          <Link to={jobAt(id)}>{job?.title}</Link>
        </NamedWithId>
      ),
    },
    {
      head: 'Amount',
      cell: ({ amount }) => <MoneyText amount={amount} />,
      sort: 'amount',
      isFigure: true,
    },
    { head: 'Date', cell: ({ created_at: at }) => <Time at={at} />, sort: 'created_at' },
    { head: 'Status', cell: ({ status }) => <BidChip status={status} /> },
  ]
}

interface BidOnJob {
  id: string
  amount: number
  status: string
  created_at: string
  contractor_id: string
  contractor: Person | null
}

interface AdminJobBidsProps {
  job: { title: string; bids: BidOnJob[] }
  /** The maximum number of bids to show. */
  maxShown: number
  /** The address of the list of all bids on this job. */
  allBidsPath: string
}

/** The newest bids on a job, for the admin list of jobs. */
export function AdminJobBids({ job: { title, bids }, maxShown, allBidsPath }: AdminJobBidsProps) {
  const items = bids.slice(0, maxShown).map((bid) => ({
    id: bid.id,
    who: <NamedWithId id={bid.contractor_id}>{nameOf(bid.contractor)}</NamedWithId>,
    figure: <MoneyText amount={bid.amount} />,
    status: <BidChip status={bid.status} />,
    when: <Time at={bid.created_at} />,
  }))
  return (
    <>
      <FactsList label={`Bids on ${title}`} none="No bids yet." items={items} />
      {bids.length > maxShown ? <Link to={allBidsPath}>All bids</Link> : null}
    </>
  )
}
