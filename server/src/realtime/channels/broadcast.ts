// What one says and the others hear. Nothing of it is kept.
import { z } from 'zod'
import type { Identity } from '../../http/identity.ts'
import type { Live } from '../parts.ts'
import { notSupported, unauthorized, unreadable } from '../refused.ts'
import { userBroadcastFrame } from '../wire/user-broadcast.ts'
import { SharedMessage } from '../wire/write-message.ts'
import { type Channel, roomOf } from './channel.ts'
import { maySpeak } from './rights.ts'

const shape = z.object({
  event: z.string().max(255),
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
  if (!read.success) throw unreadable('A broadcast has an event, and a payload.')
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
  name: z.string(),
  isPrivate: z.boolean(),
  sender: z.string().nullable(),
  event: z.string(),
  payload: z.unknown().optional(),
  /** In base64. */
  bytes: z.string().optional(),
})
type Spoken = z.infer<typeof spoken>

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
  live.others?.tell(JSON.stringify(word))
  letHear(live, word, by)
}

/** What another server was told, and has checked. One of another version may say what we do not know. */
export function repeat(live: Live, text: string) {
  const read = spoken.safeParse(parsed(text))
  if (read.success) letHear(live, read.data)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function letHear(
  { rooms }: Live,
  { sender, event, payload, bytes, ...room }: Spoken,
  by?: Channel,
) {
  const topic = `realtime:${room.name}`
  const meta = { sender }
  const text = JSON.stringify({ type: 'broadcast', event, payload: payload ?? null, meta })
  const message = new SharedMessage(topic, 'broadcast', text)
  const binary =
    bytes !== undefined &&
    userBroadcastFrame({ topic, event, meta, bytes: Buffer.from(bytes, 'base64') })
  for (const channel of rooms.in(roomOf(room))) {
    if (channel === by && !channel.hearsItself) continue
    if (!channel.rights.hear.has('broadcast')) continue
    const { outlet } = channel
    if (!binary) outlet.send(message.frame(outlet.version))
    // Version 1.0.0 cannot carry bytes.
    else if (outlet.version === '2.0.0') outlet.send(binary)
  }
}
