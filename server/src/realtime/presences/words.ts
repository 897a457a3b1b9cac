// What the servers of a database tell each other of who is there (0014). Each word has its number, so that whoever
// missed one knows it, and asks for all of them.
import { z } from 'zod'
import { topicName } from '../channels/names.ts'
import type { Present } from './present.ts'

const said = z.int()
const room = { name: topicName, isPrivate: z.boolean() }
const id = z.string().max(64)
const person = z.object({
  id,
  key: z.string().max(255),
  meta: z.looseObject({ phx_ref: z.string() }),
})

const news = z.discriminatedUnion('presence', [
  /** They came, or are there. */
  z.object({ presence: z.literal('here'), said, ...room, present: z.array(person) }),
  z.object({ presence: z.literal('gone'), said, ...room, id }),
  /** Between the two all are named who are there. */
  z.object({ presence: z.literal('begin'), said }),
  z.object({ presence: z.literal('end'), said }),
  /** Nothing is new: this was the last word. */
  z.object({ presence: z.literal('alive'), said }),
])

/** Who missed something wants to know all that a server has; without its id, that all have. */
const question = z.object({ presence: z.literal('ask'), of: z.string().optional() })

export const presenceWord = z.union([news, question])

export type News = z.infer<typeof news>
export type PresenceWord = z.infer<typeof presenceWord>

export function personIn({ id: own, key, meta }: Present) {
  return { id: own, key, meta }
}
