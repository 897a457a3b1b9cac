import { z } from 'zod'
import type { Live } from '../parts.ts'
import { tooLarge, unauthorized, unreadable } from '../refused.ts'
import type { Channel } from './channel.ts'
import { maySpeak } from './rights.ts'

const shape = z.object({
  event: z.string().toLowerCase(),
  payload: z.record(z.string(), z.unknown()).nullish(),
})

/** Everybody in the topic keeps it, and whoever comes gets all of them. */
const mostBytes = 4096

export async function presence({ pool, presences }: Live, channel: Channel, given: unknown) {
  const read = shape.safeParse(given)
  if (!read.success) throw unreadable('A presence has an event, and a payload that is an object.')
  const { event, payload } = read.data
  if (event === 'untrack') {
    presences.untrack(channel)
    return
  }
  if (event !== 'track') throw unreadable('A presence is tracked or untracked.')
  if (Buffer.byteLength(JSON.stringify(payload ?? {})) > mostBytes) {
    throw tooLarge('A presence', '4 KB')
  }
  if (!(await maySpeak(pool, channel, 'presence'))) throw unauthorized('write to', channel.name)
  // It may have left while that was found out.
  if (!channel.isOpen) return
  presences.track(channel, payload ?? {})
  if (channel.followsPresence || !channel.rights.hear.has('presence')) return
  // Whoever is there wants to know who else is.
  channel.followsPresence = true
  presences.tellState(channel)
}
