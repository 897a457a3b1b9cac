// Replays broadcasts that SQL sent on a private topic before a client joined. The query runs after the channel opens,
// so that no broadcast is lost.
import { z } from 'zod'
import { messageOf } from '../../message-of.ts'
import type { RealtimeContext } from '../realtime-dependencies.ts'
import { type Channel, sendEvent, sendSystemEvent } from './channel.ts'

const maxReplayed = 25

export const replayInput = z.object({
  /** Milliseconds since 1970. */
  since: z.int().min(0),
  limit: z
    .int()
    .nullish()
    .transform((limit) => Math.min(Math.max(limit ?? maxReplayed, 1), maxReplayed)),
})

export type ReplayOptions = z.output<typeof replayInput>

const replayedRows = z.array(z.object({ id: z.string(), event: z.string(), payload: z.unknown() }))

export async function replayBroadcasts(
  { pool, log }: RealtimeContext,
  channel: Channel,
  { since, limit }: ReplayOptions,
) {
  try {
    const result = await pool.query(
      `select id, event, payload from (
         select m.id, m.event, m.payload, m.inserted_at from realtime.messages m
         where m.topic = $1 and m.private and m.extension = 'broadcast' and m.event is not null
           and m.inserted_at >= to_timestamp($2::numeric / 1000) at time zone 'UTC'
         order by m.inserted_at desc limit $3
       ) as newest order by inserted_at`,
      [channel.name, since, limit],
    )
    for (const { id, event, payload } of replayedRows.parse(result.rows)) {
      if (!channel.isOpen || channel.deliveredIds.has(id)) continue
      channel.deliveredIds.add(id)
      const meta = { sender: null, id, replayed: true }
      sendEvent(channel, 'broadcast', { type: 'broadcast', event, payload, meta })
    }
  } catch (error) {
    log.error({ err: error }, `Broadcasts could not be replayed: ${messageOf(error)}`)
    sendSystemEvent(channel, 'system', 'error', 'Realtime was unable to replay messages')
  } finally {
    channel.isReplaying = false
  }
}
