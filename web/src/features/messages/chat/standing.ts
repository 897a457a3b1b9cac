import { queryOptions } from '@tanstack/react-query'
import { dataOf } from '#lib/errors/failure.ts'
import { supabase } from '#lib/supabase.ts'
import { type ChatAddress, isId, threadOf } from './address.ts'
import { keepStanding, keptStanding, type Standing } from './kept-standing.ts'

/** In milliseconds: a consultation ends by the clock, which tells nobody. */
const clockEvery = 10_000

/** Whom one talks to, and whether writing is open; null where it is not one's own conversation. */
export const standing = (me: string, address: ChatAddress) =>
  queryOptions({
    queryKey: ['messages', 'standing', me, threadOf(address)],
    queryFn: async () => {
      const now = await readStanding(address)
      keepStanding(me, address, now ?? undefined)
      return now
    },
    // Without a network the last one holds: what was written can be read, and more can be written.
    initialData: () => keptStanding(me, address),
    initialDataUpdatedAt: 0,
    refetchInterval: ({ state: { data } }) =>
      address.kind === 'consultation' && data?.isWritable ? clockEvery : false,
  })

async function readStanding(address: ChatAddress): Promise<Standing | null> {
  const subject = address.kind === 'job' ? address.jobId : address.consultationId
  if (!isId(subject)) return null
  const client = await supabase()
  const [row] = dataOf(await client.rpc('conversation_state', argumentsOf(address)))
  if (!row) return null
  return {
    conversationId: row.conversation_id || undefined,
    counterpartId: row.counterpart,
    isWritable: row.writable,
    banner: row.banner || undefined,
  }
}

function argumentsOf(address: ChatAddress) {
  if (address.kind === 'consultation') return { consultation_id: address.consultationId }
  const { jobId, contractorId } = address
  return { job_id: jobId, ...(contractorId ? { contractor_id: contractorId } : {}) }
}
