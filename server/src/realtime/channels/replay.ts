// What the database said on a private topic before somebody came. It is read once the channel is live, so that
// nothing falls between the two, and what was heard live meanwhile is not told again.
import { z } from 'zod'
import { messageOf } from '../../message-of.ts'
import type { Live } from '../parts.ts'
import { type Channel, tell, tellSystem } from './channel.ts'

/** The newest of them. */
const most = 25

export const replayShape = z.object({
  /** In milliseconds. */
  since: z.int().min(0),
  limit: z
    .int()
    .nullish()
    .transform((limit) => Math.min(Math.max(limit ?? most, 1), most)),
})

export type Replay = z.output<typeof replayShape>

const rows = z.array(z.object({ id: z.string(), event: z.string(), payload: z.unknown() }))

export async function replay({ pool, log }: Live, channel: Channel, { since, limit }: Replay) {
  try {
    const found = await pool.query(
      `select id, event, payload from (
         select m.id, m.event, m.payload, m.inserted_at from realtime.messages m
         where m.topic = $1 and m.private and m.extension = 'broadcast' and m.event is not null
           and m.inserted_at >= to_timestamp($2::numeric / 1000) at time zone 'UTC'
         order by m.inserted_at desc limit $3
       ) as newest order by inserted_at`,
      [channel.name, since, limit],
    )
    for (const { id, event, payload } of rows.parse(found.rows)) {
      if (!channel.isOpen || channel.heard.has(id)) continue
      channel.heard.add(id)
      const meta = { sender: null, id, replayed: true }
      tell(channel, 'broadcast', { type: 'broadcast', event, payload, meta })
    }
  } catch (error) {
    log.error({ err: error }, `Broadcasts could not be replayed: ${messageOf(error)}`)
    tellSystem(channel, 'system', 'error', 'Realtime was unable to replay messages')
  } finally {
    channel.isReplaying = false
  }
}
