// What is said by SQL: a row of realtime.messages that was committed. Each server of the database reads them itself.
import { z } from 'zod'
import type { Change } from '../../postgres/change-feed/follow-changes.ts'
import type { Live } from '../parts.ts'
import { letHear } from './broadcast.ts'
import { eventName, topicName } from './names.ts'

const row = z.object({
  id: z.string(),
  topic: topicName,
  private: z.boolean(),
  event: eventName,
  payload: z.unknown(),
})

export function hearFromDatabase(live: Live, changes: readonly Change[]) {
  for (const { schema, table, newRow } of changes) {
    if (table !== 'messages' || schema !== 'realtime') continue
    const read = row.safeParse(newRow)
    // SQL may name a topic as nobody can who joins it.
    if (!read.success) continue
    const { id, topic: name, private: isPrivate, event, payload } = read.data
    letHear(live, { name, isPrivate, sender: null, event, payload, id })
  }
}
