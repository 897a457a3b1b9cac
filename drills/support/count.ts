// Counts acknowledged rows that the database lost, and rows that a retry created again.
import { queryOnce, type DatabaseAddress } from '../../tests/support/query-once.ts'
import type { JobWorkload } from './job-workload.ts'

export interface WriteCounts {
  /** The number of acknowledged rows that are missing. */
  lost: number
  /** The number of rows that exist in addition to the acknowledged rows. */
  duplicated: number
}

const uuidArray = (ids: string[]) => `'{${ids.join()}}'::uuid[]`

export async function countWrites(
  address: DatabaseAddress,
  { posted, awarded }: JobWorkload,
): Promise<WriteCounts> {
  const jobs = uuidArray(awarded.map(({ jobId }) => jobId))
  const messages = uuidArray(awarded.map(({ messageId }) => messageId))
  const [row = {}] = await queryOnce(
    address,
    `select
       (select count(*) from unnest(${uuidArray(posted)}) as id where not exists (select from public.jobs j where j.id = id.id))
       + (select count(*) from unnest(${jobs}) as id
          where not exists (select from public.bids b where b.job_id = id.id and b.status = 'accepted'))
       + (select count(*) from unnest(${messages}) as id
          where not exists (select from public.messages m where m.client_id = id.id)) as lost,
       (select count(*) from public.jobs where title = 'Mend the roof') - ${posted.length}
       + (select count(*) from public.bids where job_id = any (${jobs})) - ${awarded.length}
       + (select count(*) from public.messages where job_id = any (${jobs})) - ${awarded.length} as duplicated`,
  )
  return { lost: Number(row['lost']), duplicated: Number(row['duplicated']) }
}
