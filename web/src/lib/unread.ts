import * as z from 'zod/mini'
import { dataOf } from './errors.ts'
import { sharedRead } from './shared-read.ts'
import { supabase } from './supabase.ts'

const unread = z.object({
  messages: z.number(),
  notices: z.number(),
  as_of: z.string(),
  alerts: z.object({ sound: z.boolean(), messages: z.boolean() }),
})

/** Reads the numbers of unread messages and notices, and which alerts the user wants, in one request. */
export const readUnread = sharedRead(async () => {
  const client = await supabase()
  return unread.parse(dataOf(await client.rpc('my_unread', {}, { get: true })))
})
