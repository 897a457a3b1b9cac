// What one says and the others hear. Nothing of it is kept.
import { z } from 'zod'
import type { Identity } from '../../http/identity.ts'
import type { Live } from '../parts.ts'
import { misread, notSupported, unauthorized } from '../refused.ts'
import { userBroadcastFrame } from '../wire/user-broadcast.ts'
import { SharedMessage } from '../wire/write-message.ts'
import { type Channel, roomOf } from './channel.ts'
import { eventName, prefix, topicName } from './names.ts'
import { maySpeak } from './rights.ts'

const shape = z.object({
  event: eventName,
  payload: z.unknown().optional(),
  bytes: z.instanceof(Buffer).optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
  persist: z.unknown().optional(),
})

export interface Said {
  event: string
  payload?: unknown
  /** Instead of a payload that is JSON. */
  bytes?: Buffer | undefined
}

export async function broadcast(live: Live, channel: Channel, given: unknown) {
  const read = shape.safeParse(given)
  if (!read.success) throw misread('A broadcast has an event, and a payload', read.error)
  const { persist, metadata, ...said } = read.data
  if (persist ?? metadata?.['persist']) throw notSupported('Keeping broadcasts')
  if (!(await maySpeak(live.pool, channel, 'broadcast'))) {
    throw unauthorized('write to', channel.name)
  }
  const room = { name: channel.name, isPrivate: channel.isPrivate }
  sayIn(live, room, { said, identity: channel.identity, by: channel })
}

/** As it goes to the other servers of the database. */
const spoken = z.object({
  name: topicName,
  isPrivate: z.boolean(),
  sender: z.string().nullable(),
  event: eventName,
  payload: z.unknown().optional(),
  /** In base64. */
  bytes: z.string().optional(),
})

type Spoken = z.infer<typeof spoken> & {
  /** Of what the database said. */
  id?: string
}

interface Speech {
  said: Said
  identity: Identity
  /** Whoever speaks over a socket hears itself only if it wants to. */
  by?: Channel
}

/** Everybody can rely on who says it: the server writes that. */
export function sayIn(
  live: Live,
  { name, isPrivate }: Pick<Channel, 'name' | 'isPrivate'>,
  { said: { event, payload, bytes }, identity, by }: Speech,
) {
  const sender = identity.sub ?? null
  const word = { name, isPrivate, sender, event, payload, bytes: bytes?.toString('base64') }
  letHear(live, word, by)
  live.others?.tell(JSON.stringify(word))
}

/** What another server was told, and has checked. One of another version may say what we do not know. */
export function repeat(live: Live, given: unknown) {
  const read = spoken.safeParse(given)
  if (read.success) letHear(live, read.data)
}

export function letHear(
  { rooms }: Live,
  { sender, event, payload, bytes, id, ...room }: Spoken,
  by?: Channel,
) {
  const topic = prefix + room.name
  const meta = { sender, id }
  const text = JSON.stringify({ type: 'broadcast', event, payload: payload ?? null, meta })
  const message = new SharedMessage(topic, 'broadcast', text)
  const binary =
    bytes !== undefined &&
    userBroadcastFrame({ topic, event, meta, bytes: Buffer.from(bytes, 'base64') })
  for (const channel of rooms.in(roomOf(room))) {
    if (channel === by && !channel.hearsItself) continue
    if (!channel.rights.hear.has('broadcast')) continue
    if (id !== undefined && wasHeard(channel, id)) continue
    const { outlet } = channel
    if (!binary) outlet.send(message.frame(outlet.version))
    // Version 1.0.0 cannot carry bytes.
    else if (outlet.version === '2.0.0') outlet.send(binary)
  }
}

/** While a replay is under way both may bring the same. */
function wasHeard({ heard, isReplaying }: Channel, id: string) {
  if (heard.has(id)) return true
  if (isReplaying) heard.add(id)
  return false
}
