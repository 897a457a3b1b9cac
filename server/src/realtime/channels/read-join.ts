// What a join asks for, parsed at the edge. What is not supported is refused and not passed over.
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { cannotReplay, misread } from '../refused.ts'
import { replayShape } from './replay.ts'

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
  return {
    token: read.data.access_token ?? undefined,
    bindings: bindings ?? [],
    isPrivate: isPrivate ?? false,
    replay: replayIn(broadcast?.replay, isPrivate ?? false),
    tellsReady: broadcast?.replication_ready ?? false,
    hearsItself: broadcast?.self ?? false,
    wantsReceipts: broadcast?.ack ?? false,
    presenceKey: presence?.key || randomUUID(),
    followsPresence: presence?.enabled ?? false,
  }
}

function replayIn(given: unknown, isPrivate: boolean) {
  if (given === undefined || given === null) return undefined
  if (!isPrivate) throw cannotReplay('Replay is not allowed for public channels')
  const read = replayShape.safeParse(given)
  if (!read.success) throw cannotReplay('Replay params are not valid')
  return read.data
}
