import { dataOf, dataOrNull } from '#lib/errors.ts'
import type { Client } from '#lib/supabase.ts'
import type { ConversationApi } from './conversation.ts'
import { messageColumns, parseMessage } from './message.ts'

/** A request that takes longer than this is aborted, because its connection is probably dead. */
const timeoutMs = 10_000

export function conversationApi(
  client: () => Promise<Client>,
  conversationId: string,
  me: string,
): ConversationApi {
  const inReach = () => AbortSignal.timeout(timeoutMs)
  const messages = async () => (await client()).from('messages')
  // The query is inside an object, because awaiting the query would send the request.
  const page = async () => {
    const all = (await messages()).select(messageColumns)
    return { all: all.eq('conversation_id', conversationId).abortSignal(inReach()) }
  }
  return {
    fetchLatest: async (count) => {
      const { all } = await page()
      const newest = await all.order('seq', { ascending: false }).limit(count)
      return dataOf(newest).map(parseMessage).toReversed()
    },
    fetchBefore: async (seq, count) => {
      const { all } = await page()
      const older = await all.lt('seq', seq).order('seq', { ascending: false }).limit(count)
      return dataOf(older).map(parseMessage).toReversed()
    },
    fetchAfter: async (seq, count) => {
      const { all } = await page()
      return dataOf(await all.gt('seq', seq).order('seq').limit(count)).map(parseMessage)
    },
    fetchReadSeqs: async (seq) => {
      const own = (await messages()).select('seq').eq('conversation_id', conversationId)
      const read = own.eq('sender_id', me).eq('read', true).gte('seq', seq).order('seq')
      return dataOf(await read.abortSignal(inReach())).map((row) => row.seq)
    },
    markRead: async (seq) => {
      const change = (await messages()).update({ read: true }).eq('conversation_id', conversationId)
      const unread = change.eq('recipient_id', me).eq('read', false).lte('seq', seq)
      dataOrNull(await unread.abortSignal(inReach()))
    },
  }
}
