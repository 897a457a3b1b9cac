import { Gavel } from 'lucide-react'
import { Link } from 'react-router'
import { nameOf, type ProfileNames as Person } from '#lib/format.ts'
import { isUuid } from '#lib/ids.ts'
import { jobPath } from '#lib/job-paths.ts'
import { adminUserPath } from '#lib/user-paths.ts'
import { NothingYet } from '#ui/query-states.tsx'
import { FactsList } from '#ui/rows/row.tsx'
import { AdminList, type AdminListShape, useAdminListState } from '#ui/table/admin-list.tsx'
import type { Column } from '#ui/table/data-table.tsx'
import { MoneyText, NamedWithId, NameLink } from '#ui/text.tsx'
import { Time } from '#ui/time.tsx'
import { type AdminBid, adminBidsCsv, useAdminBids } from './admin-bids.queries.ts'
import { BidChip } from './bid-chip.tsx'

interface Props {
  /** Limits the list to the bids of this contractor. */
  contractorId?: string
}

const statuses = [
  { value: '', label: 'Any status' },
  { value: 'pending', label: 'Pending' },
  { value: 'accepted', label: 'Accepted' },
  { value: 'rejected', label: 'Rejected' },
  { value: 'withdrawn', label: 'Withdrawn' },
]

const sorts: AdminListShape['sorts'] = [
  { by: 'created_at', descending: true, label: 'Newest first' },
  { by: 'created_at', descending: false, label: 'Oldest first' },
  { by: 'amount', descending: true, label: 'Highest amount' },
  { by: 'amount', descending: false, label: 'Lowest amount' },
]

const shapeOfContractor: AdminListShape = {
  label: 'Bids',
  one: 'bid',
  choices: [{ name: 'status', label: 'Status', options: statuses }],
  sorts,
  empty: (
    <NothingYet icon={Gavel} title="No bids found.">
      Bids from contractors appear here.
    </NothingYet>
  ),
  live: { tables: [{ table: 'bids' }], keys: [['bids', 'every']] },
}

const shape: AdminListShape = {
  ...shapeOfContractor,
  search: { name: 'q', label: 'Search by contractor, job or id...' },
  isSearchLimited: true,
  linkFilter: { name: 'job', isValid: isUuid },
}

const columns: Column<AdminBid>[] = [
  {
    head: 'Contractor',
    cell: ({ contractor, contractor_id: id }) => (
      <NameLink to={adminUserPath(id)}>{nameOf(contractor)}</NameLink>
    ),
  },
  {
    head: 'Job',
    cell: ({ job, job_id: id }) => (
      <NameLink to={jobPath('admin', id)}>{job?.title ?? '–'}</NameLink>
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

/** Shows the admin list of all bids, of the bids on one job, or of the bids of one contractor. */
export function AdminBidList({ contractorId }: Props) {
  const shapeHere = contractorId ? shapeOfContractor : shape
  const list = useAdminListState(shapeHere)
  const query = useAdminBids(list, contractorId)
  return (
    <AdminList
      shape={shapeHere}
      list={list}
      query={query}
      file={adminBidsCsv(list, contractorId)}
      linkFilterText={describeJobFilter(query.data?.rows[0])}
      columns={contractorId ? columns.slice(1) : columns}
    />
  )
}

function describeJobFilter(bid: AdminBid | undefined) {
  return bid?.job ? `Job: ${bid.job.title}` : 'One job'
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
  maxShown: number
  /** The address of the list of all bids on this job. */
  allBidsPath: string
}

/** Shows the newest bids on a job in the admin list of jobs. */
export function AdminJobBids({ job: { title, bids }, maxShown, allBidsPath }: AdminJobBidsProps) {
  const items = bids.slice(0, maxShown).map((bid) => ({
    id: bid.id,
    who: (
      <NamedWithId id={bid.contractor_id} to={adminUserPath(bid.contractor_id)}>
        {nameOf(bid.contractor)}
      </NamedWithId>
    ),
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
