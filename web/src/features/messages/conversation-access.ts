import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { dataOf } from '#lib/errors.ts'
import { readValue, storeValue } from '#lib/local-store.ts'
import { storeKey } from '#lib/store-keys.ts'
import { supabase } from '#lib/supabase.ts'
import { type ChatAddress, isId, threadName } from './address.ts'

/**
 * The chat asks the server at this interval whether a consultation has ended, because no event announces the end.
 */
const endCheckIntervalMs = 10_000

/** Reads this user's access. The result is null if the user is not part of the conversation. */
export const conversationAccess = (me: string, address: ChatAddress) =>
  queryOptions({
    queryKey: ['messages', 'access', me, threadName(address)],
    queryFn: async () => {
      const now = await fetchAccess(address)
      storeAccess(me, address, now ?? undefined)
      return now
    },
    // Until the server responds, the chat uses the stored access, so users can read and write without a network.
    initialData: () => readStoredAccess(me, address),
    initialDataUpdatedAt: 0,
    refetchInterval: ({ state: { data } }) =>
      address.kind === 'consultation' && data?.isWritable ? endCheckIntervalMs : false,
  })

async function fetchAccess(address: ChatAddress): Promise<ConversationAccess | null> {
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

// This device stores the user's access, for when the server cannot be reached.

/** The maximum number of conversations whose access is stored. */
const maxStored = 100

const accessSchema = z.object({
  conversationId: z.optional(z.string()),
  counterpartId: z.string(),
  isWritable: z.boolean(),
  /** The server's explanation of why the user cannot write. */
  banner: z.optional(z.string()),
})
const storedSchema = z.array(z.tuple([z.string(), accessSchema]))

export type ConversationAccess = z.infer<typeof accessSchema>

export function readStoredAccess(me: string, address: ChatAddress): ConversationAccess | undefined {
  const thread = threadName(address)
  return readStored(me).find(([other]) => other === thread)?.[1]
}

/** Stores the access, or removes the stored access if the user is no longer part of the conversation. */
export function storeAccess(me: string, address: ChatAddress, now: ConversationAccess | undefined) {
  const thread = threadName(address)
  const others = readStored(me).filter(([other]) => other !== thread)
  const own: typeof others = now ? [[thread, now]] : []
  storeValue(accessKey(me), [...own, ...others].slice(0, maxStored))
}

function readStored(me: string) {
  return storedSchema.safeParse(readValue(accessKey(me))).data ?? []
}

const accessKey = (me: string) => storeKey(me, 'conversation-access')
