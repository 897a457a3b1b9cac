import { z } from 'zod'
import { canWrite } from '../channels/authorization.ts'
import type { Channel } from '../channels/channel.ts'
import { malformed, tooLarge, unauthorized } from '../errors.ts'
import type { RealtimeContext } from '../realtime-dependencies.ts'

const presenceInput = z.object({
  event: z.string().toLowerCase(),
  payload: z.record(z.string(), z.unknown()).nullish(),
})

/** The limit is small, because every client on the topic gets all presences. */
const maxBytes = 4096

export async function handlePresence(
  { pool, presences }: RealtimeContext,
  channel: Channel,
  input: unknown,
) {
  const parsed = presenceInput.safeParse(input)
  if (!parsed.success)
    throw malformed('A presence message needs an event and a payload that is an object.')
  const { event, payload } = parsed.data
  if (event === 'untrack') {
    presences.untrack(channel)
    return
  }
  if (event !== 'track')
    throw malformed('The event of a presence message must be track or untrack.')
  if (Buffer.byteLength(JSON.stringify(payload ?? {})) > maxBytes) {
    throw tooLarge('A presence', '4 KB')
  }
  if (!(await canWrite(pool, channel, 'presence'))) throw unauthorized('write to', channel.name)
  // The client may have left during the query.
  if (!channel.isOpen) return
  presences.track(channel, payload ?? {})
  if (channel.wantsPresence || !channel.rights.readable.has('presence')) return
  // A client that announces its own presence also gets the presences of the other clients.
  channel.wantsPresence = true
  presences.sendState(channel)
}
