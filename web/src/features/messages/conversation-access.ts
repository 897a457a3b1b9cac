import { queryOptions } from '@tanstack/react-query'
import { dataOf } from '#lib/errors.ts'
import { supabase } from '#lib/supabase.ts'
import { isId, threadOf, type ChatAddress } from './address.ts'
import * as z from 'zod/mini'
import { readValue, storeKey, storeValue } from '#lib/local-store.ts'

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

// What was last heard of one's conversations, kept for when the server cannot be asked.

/** The latest conversations are enough: storage has other things to hold. */
const maxKept = 100

const accessSchema = z.object({
  conversationId: z.optional(z.string()),
  counterpartId: z.string(),
  isWritable: z.boolean(),
  /** Why not, in the words of the server. */
  banner: z.optional(z.string()),
})
const kept = z.array(z.tuple([z.string(), accessSchema]))

export type Standing = z.infer<typeof accessSchema>

export function keptStanding(me: string, address: ChatAddress): Standing | undefined {
  const thread = threadOf(address)
  return allKept(me).find(([other]) => other === thread)?.[1]
}

/** Nothing, where it is not one's own any more. */
export function keepStanding(me: string, address: ChatAddress, now: Standing | undefined) {
  const thread = threadOf(address)
  const others = allKept(me).filter(([other]) => other !== thread)
  const own: typeof others = now ? [[thread, now]] : []
  storeValue(keyOf(me), [...own, ...others].slice(0, maxKept))
}

function allKept(me: string) {
  return kept.safeParse(readValue(keyOf(me))).data ?? []
}

const keyOf = (me: string) => storeKey(me, 'standings')
