import { Gavel } from 'lucide-react'
import { Link } from 'react-router'
import { nameOf, type Named as Person } from '#lib/format/name.ts'
import { isUuid } from '#lib/is-uuid.ts'
import { useListState } from '#lib/list-state.ts'
import { everyOtherSecond, useLive } from '#lib/live/use-live.ts'
import { mostFound } from '#lib/search.ts'
import { NothingYet } from '#ui/empty.tsx'
import { Money } from '#ui/money.tsx'
import { Named } from '#ui/named.tsx'
import { DataTable, type Column } from '#ui/table/data-table.tsx'
import { Listing } from '#ui/table/listing.tsx'
import { Time } from '#ui/time.tsx'
import { BidChip } from './bid-chip.tsx'
import { everyBidFile, everyBidSize, type EveryBid, useEveryBid } from './admin-bids.queries.ts'
import { FactsList } from '#ui/facts-list.tsx'

interface Props {
  /** Where a job stands with all that belongs to it. */
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

const noBidsFound = (
  <NothingYet icon={Gavel} title="No bids found.">
    What contractors offer for jobs stands here.
  </NothingYet>
)

const tables = [{ table: 'bids' }] as const
const keys = [['bids', 'every']]

/** All bids, of one job where a link asked for it. */
export function EveryBidList({ jobAt }: Props) {
  const list = useListState({
    filters: ['q', 'status', 'job'],
    known: { status: statuses.map(({ value }) => value), job: isUuid },
    sorts: ['created_at', 'amount'],
    sort: { by: 'created_at', descending: true },
  })
  const query = useEveryBid(list)
  useLive({ tables, keys, atMostEvery: everyOtherSecond })
  const { q, job } = list.filters
  return (
    <Listing
      label="Bids"
      query={query}
      list={list}
      size={everyBidSize}
      found={{ one: 'bid', most: q ? mostFound : undefined }}
      {...(job ? {} : { search: { name: 'q', label: 'Search by contractor, job or id...' } })}
      choices={[{ name: 'status', label: 'Status', options: statuses }]}
      led={{ name: 'job', words: ledTo(query.data?.rows[0]) }}
      sorts={sorts}
      loading="Loading bids..."
      failed="Failed to load bids."
      nothing={noBidsFound}
      noMatch="No bids found."
      file={everyBidFile(list)}
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

function ledTo(bid: EveryBid | undefined) {
  return bid?.job ? `Job: ${bid.job.title}` : 'Only one job'
}

function columnsWith(jobAt: (jobId: string) => string): Column<EveryBid>[] {
  return [
    {
      head: 'Contractor',
      cell: ({ contractor, contractor_id: id }) => (
        <Named isStacked id={id}>
          {nameOf(contractor)}
        </Named>
      ),
    },
    {
      head: 'Job',
      cell: ({ job, job_id: id }) => (
        <Named isStacked id={id}>
          <Link to={jobAt(id)}>{job?.title}</Link>
        </Named>
      ),
    },
    {
      head: 'Amount',
      cell: ({ amount }) => <Money amount={amount} />,
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
  /** So many are shown. */
  most: number
  /** Where all of them stand. */
  allAt: string
}

/** What was offered for a job, the newest first. */
export function BidsOfJob({ job: { title, bids }, most, allAt }: AdminJobBidsProps) {
  const items = bids.slice(0, most).map((bid) => ({
    id: bid.id,
    who: <Named id={bid.contractor_id}>{nameOf(bid.contractor)}</Named>,
    figure: <Money amount={bid.amount} />,
    status: <BidChip status={bid.status} />,
    when: <Time at={bid.created_at} />,
  }))
  return (
    <>
      <FactsList label={`Bids on ${title}`} none="No bids yet." items={items} />
      {bids.length > most ? <Link to={allAt}>All bids</Link> : null}
    </>
  )
}
