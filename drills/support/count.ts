// Counts acknowledged rows that the database lost, and rows that a retry created again.
import { askDatabase, type DatabaseAddress } from '../../tests/support/ask-database.ts'
import type { Errands } from './errands.ts'

export interface Counted {
  /** The number of acknowledged rows that are missing. */
  lost: number
  /** The number of rows in excess of the acknowledged ones. */
  twice: number
}

const listOf = (ids: string[]) => `'{${ids.join()}}'::uuid[]`

export async function count(address: DatabaseAddress, { posted, done }: Errands): Promise<Counted> {
  const jobs = listOf(done.map(({ jobId }) => jobId))
  const messages = listOf(done.map(({ messageId }) => messageId))
  const [row = {}] = await askDatabase(
    address,
    `select
       (select count(*) from unnest(${listOf(posted)}) as id where not exists (select from public.jobs j where j.id = id.id))
       + (select count(*) from unnest(${jobs}) as id
          where not exists (select from public.bids b where b.job_id = id.id and b.status = 'accepted'))
       + (select count(*) from unnest(${messages}) as id
          where not exists (select from public.messages m where m.client_id = id.id)) as lost,
       (select count(*) from public.jobs where title = 'Mend the roof') - ${posted.length}
       + (select count(*) from public.bids where job_id = any (${jobs})) - ${done.length}
       + (select count(*) from public.messages where job_id = any (${jobs})) - ${done.length} as twice`,
  )
  return { lost: Number(row['lost']), twice: Number(row['twice']) }
}
