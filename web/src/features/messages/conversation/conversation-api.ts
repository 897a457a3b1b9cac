import { dataOf, dataOrNull } from '#lib/errors.ts'
import type { Client } from '#lib/supabase.ts'
import type { Wire } from './conversation.ts'
import { messageColumns, messageIn } from './message.ts'

/** In milliseconds: a request that hangs in a dead connection is given up, and made again. */
const patience = 10_000

/** What a conversation asks of the server. */
export function wireOf(client: () => Promise<Client>, conversationId: string, me: string): Wire {
  const inReach = () => AbortSignal.timeout(patience)
  const messages = async () => (await client()).from('messages')
  // Whatever is awaited is asked: a question goes on as an object around it.
  const page = async () => {
    const all = (await messages()).select(messageColumns)
    return { all: all.eq('conversation_id', conversationId).abortSignal(inReach()) }
  }
  return {
    latest: async (count) => {
      const { all } = await page()
      const newest = await all.order('seq', { ascending: false }).limit(count)
      return dataOf(newest).map(messageIn).toReversed()
    },
    before: async (seq, count) => {
      const { all } = await page()
      const older = await all.lt('seq', seq).order('seq', { ascending: false }).limit(count)
      return dataOf(older).map(messageIn).toReversed()
    },
    after: async (seq, count) => {
      const { all } = await page()
      return dataOf(await all.gt('seq', seq).order('seq').limit(count)).map(messageIn)
    },
    readFrom: async (seq) => {
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
