// What was last heard of one's conversations, kept for when the server cannot be asked.
import * as z from 'zod/mini'
import { keep, keptKey, readKept } from '#lib/kept.ts'
import { type ChatAddress, threadOf } from './address.ts'

/** The latest conversations are enough: storage has other things to hold. */
const most = 100

const standing = z.object({
  conversationId: z.optional(z.string()),
  counterpartId: z.string(),
  isWritable: z.boolean(),
  /** Why not, in the words of the server. */
  banner: z.optional(z.string()),
})
const kept = z.array(z.tuple([z.string(), standing]))

export type Standing = z.infer<typeof standing>

export function keptStanding(me: string, address: ChatAddress): Standing | undefined {
  const thread = threadOf(address)
  return allKept(me).find(([other]) => other === thread)?.[1]
}

/** Nothing, where it is not one's own any more. */
export function keepStanding(me: string, address: ChatAddress, now: Standing | undefined) {
  const thread = threadOf(address)
  const others = allKept(me).filter(([other]) => other !== thread)
  const own: typeof others = now ? [[thread, now]] : []
  keep(keyOf(me), [...own, ...others].slice(0, most))
}

function allKept(me: string) {
  return kept.safeParse(readKept(keyOf(me))).data ?? []
}

const keyOf = (me: string) => keptKey(me, 'standings')
