// Opens realtime connections with supabase-js, and records the messages that they receive.
import assert from 'node:assert/strict'
import { after } from 'node:test'
import type {
  RealtimeChannel,
  RealtimeChannelOptions,
  RealtimePostgresChangesPayload,
  SupabaseClient,
} from '@supabase/supabase-js'
import { createClient, REALTIME_SUBSCRIBE_STATES } from '@supabase/supabase-js'
import { until } from '../../support/until.ts'
import { secrets, target } from './target.ts'
import { tokenFor } from './tokens.ts'

export type Change = RealtimePostgresChangesPayload<Record<string, unknown>>

const opened: SupabaseClient[] = []
after(() => Promise.all(opened.map((client) => client.realtime.disconnect())))

interface LiveOptions {
  vsn?: '1.0.0' | '2.0.0'
  token?: string
}

/** Opens a separate socket for this user, or for a visitor if no user is given. */
export async function liveClient(person?: string, { vsn = '2.0.0', token }: LiveOptions = {}) {
  const given = token ?? (person === undefined ? undefined : tokenFor(person))
  const client = createClient(target.url, secrets.anonKey, {
    realtime: { vsn, reconnectAfterMs: () => 50 },
    ...(given === undefined ? {} : { accessToken: () => Promise.resolve(given) }),
  })
  opened.push(client)
  // Without this call, the client might send a join before it has its token.
  await client.realtime.setAuth()
  return client
}

/** Resolves when the channel is joined. Rejects with the server's reason if the join is refused. */
export function joined(channel: RealtimeChannel): Promise<RealtimeChannel> {
  return new Promise((resolve, reject) => {
    channel.subscribe((status, error) => {
      if (status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) resolve(channel)
      else reject(error ?? new Error(status))
    })
  })
}

/** Expects a join to be refused and returns the reason. */
export async function refusalOf(channel: RealtimeChannel): Promise<string> {
  const error: unknown = await joined(channel).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof Error, 'The join was not refused.')
  // Otherwise the client would retry the join.
  channel.teardown()
  return error.message
}

interface RowSubscription {
  event?: '*' | 'INSERT' | 'UPDATE' | 'DELETE'
  table: string
  filter?: string
  select?: string[]
}

let channels = 0

/** Subscribes to a table on a separate channel. */
export async function follow(client: SupabaseClient, { event = '*', ...wish }: RowSubscription) {
  const heard: Change[] = []
  channels += 1
  const channel = client
    .channel(`following-${channels}`)
    .on('postgres_changes', { event, schema: 'public', ...wish }, (change) => heard.push(change))
  await joined(channel)
  return { channel, heard, ids: () => heard.map(idIn) }
}

export function idIn({ new: row, old }: Change): unknown {
  const { id }: { id?: unknown } = 'id' in row ? row : old
  return id
}

/** Joins a channel that collects its broadcasts. */
export async function listen(
  client: SupabaseClient,
  topic: string,
  config: RealtimeChannelOptions['config'] = {},
) {
  const heard: Record<string, unknown>[] = []
  const channel = client.channel(topic, { config })
  channel.on('broadcast', { event: '*' }, (said) => heard.push(said))
  await joined(channel)
  return { channel, heard }
}

export async function receives<Item>(heard: Item[], count = 1): Promise<Item[]> {
  await until(() => heard.length >= count, 5000)
  return heard
}
