// What a join asks for, parsed at the edge. What is not supported is refused and not passed over.
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { misread, notSupported } from '../refused.ts'

const most = 255
const flag = z.boolean().nullish()
/** Of a channel: a client that follows more can join several. */
const mostBindings = 20

const binding = z.object({
  event: z.enum(['*', 'INSERT', 'UPDATE', 'DELETE']),
  schema: z.string().max(most).nullish(),
  table: z.string().max(most).nullish(),
  filter: z.string().max(4000).nullish(),
  select: z.array(z.string().max(most)).max(100).nullish(),
})

const config = z.object({
  broadcast: z
    .object({ self: flag, ack: flag, replay: z.unknown().optional(), replication_ready: flag })
    .nullish(),
  presence: z.object({ key: z.string().max(most).nullish(), enabled: flag }).nullish(),
  postgres_changes: z.array(binding).max(mostBindings).nullish(),
  private: flag,
})

const shape = z.object({ config: config.nullish(), access_token: z.string().nullish() })

export type WantedBinding = z.infer<typeof binding>

export function readJoin(given: unknown) {
  const read = shape.safeParse(given ?? {})
  if (!read.success) {
    throw misread('A join has a config, and an access_token', read.error)
  }
  const {
    broadcast,
    presence,
    postgres_changes: bindings,
    private: isPrivate,
  } = read.data.config ?? {}
  if (broadcast?.replay !== undefined && broadcast.replay !== null) {
    throw notSupported('Replay of broadcasts')
  }
  if (broadcast?.replication_ready) throw notSupported('Broadcast from the database')
  return {
    token: read.data.access_token ?? undefined,
    bindings: bindings ?? [],
    isPrivate: isPrivate ?? false,
    hearsItself: broadcast?.self ?? false,
    wantsReceipts: broadcast?.ack ?? false,
    presenceKey: presence?.key || randomUUID(),
    followsPresence: presence?.enabled ?? false,
  }
}
