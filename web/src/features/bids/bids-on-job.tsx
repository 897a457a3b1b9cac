import { useQuery } from '@tanstack/react-query'
import { compareToBudget, formatCount, formatMoney, nameOf } from '#lib/format.ts'
import { BidLine } from '#ui/bid-line.tsx'
import { Section } from '#ui/page.tsx'
import { Loaded, LoadedQuietly } from '#ui/query-states.tsx'
import { RowSkeletons } from '#ui/skeletons.tsx'
import { type BidOnJob, type BidsOnJob, bidsOnJob } from './bids-on-job.queries.ts'
import styles from './bids-on-job.module.css'
import { JobBids } from './job-bids.tsx'

interface Job {
  id: string
  title: string
  budget: number
}

interface SummaryProps {
  job: Job
}

/** Shows who has the lowest bid, and all bids on one line against the budget. Shows nothing if the job has no bids. */
export function BidsSummary({ job }: SummaryProps) {
  return (
    <LoadedQuietly query={useQuery(bidsOnJob(job.id))} failed="Failed to load bids.">
      {(found) =>
        found.bids.length > 0 ? (
          <Section title="Bids" isPlain>
            <Verdict job={job} found={found} />
          </Section>
        ) : null
      }
    </LoadedQuietly>
  )
}

interface ListProps {
  job: Job
  allBidsPath: string
  chatPathFor: (contractorId: string) => string | undefined
}

/** Shows the bids on a job for its facility or an admin. */
export function BidsOnJobList({ job, ...paths }: ListProps) {
  return (
    <Loaded
      query={useQuery(bidsOnJob(job.id))}
      loading="Loading bids..."
      failed="Failed to load bids."
      skeleton={<RowSkeletons count={3} />}
    >
      {(found) => (
        <div className={styles.bids}>
          {found.bids.length > 0 ? <Verdict job={job} found={found} isWide /> : null}
          <JobBids job={{ ...job, bids: found.bids, total_bids: found.total }} {...paths} isWhole />
        </div>
      )}
    </Loaded>
  )
}

interface VerdictProps {
  job: Job
  found: BidsOnJob
  isWide?: boolean
}

function Verdict({ job: { budget }, found: { bids, total }, isWide = false }: VerdictProps) {
  return (
    <div className={styles.verdict} data-wide={isWide || undefined}>
      <div className={styles.words}>
        <p className={styles.answer}>
          <VerdictText bids={bids} budget={budget} />
        </p>
        <p className={styles.evidence}>{describeRange(bids, total)}</p>
      </div>
      <div className={styles.line}>
        <BidLine budget={budget} bids={bids.map(toLineBid)} isWide />
      </div>
    </div>
  )
}

/** Returns a bid of any list as a dot on the bid line. */
export function toLineBid(bid: Pick<BidOnJob, 'id' | 'amount' | 'status'>) {
  return { id: bid.id, amount: bid.amount, isLive: isLive(bid) }
}

const isLive = ({ status }: Pick<BidOnJob, 'status'>) =>
  status === 'pending' || status === 'accepted'

/** The query sorts the bids: the accepted one first, then the lowest pending ones. */
function VerdictText({ bids, budget }: { bids: readonly BidOnJob[]; budget: number }) {
  const [best, second] = bids.filter(isLive)
  if (!best) return 'No pending bids.'
  const name = <bdi>{nameOf(best.contractor)}</bdi>
  const difference = compareToBudget(best.amount, budget)
  const amount = formatMoney(best.amount)
  if (best.status === 'accepted') {
    return (
      <>
        Awarded to {name} for {amount}, {difference}.
      </>
    )
  }
  if (second?.amount === best.amount) return `Tied for lowest at ${amount}, ${difference}.`
  return (
    <>
      {name} {second ? 'has the lowest bid' : `bid ${amount}`}, {difference}.
    </>
  )
}

function describeRange(bids: readonly BidOnJob[], total: number) {
  const amounts = bids.map(({ amount }) => amount)
  const [lowest, highest] = [Math.min(...amounts), Math.max(...amounts)]
  const count = formatCount(total, 'bid')
  return lowest === highest
    ? count
    : `${count} from ${formatMoney(lowest)} to ${formatMoney(highest)}`
}
