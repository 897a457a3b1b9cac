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

const clients: SupabaseClient[] = []
after(() => Promise.all(clients.map((client) => client.realtime.disconnect())))

interface LiveOptions {
  vsn?: '1.0.0' | '2.0.0'
  token?: string
}

/** Opens a separate socket for this user, or for a visitor if no user is given. */
export async function liveClient(userId?: string, { vsn = '2.0.0', token }: LiveOptions = {}) {
  const accessToken = token ?? (userId === undefined ? undefined : tokenFor(userId))
  const client = createClient(target.url, secrets.anonKey, {
    realtime: { vsn, reconnectAfterMs: () => 50 },
    ...(accessToken === undefined ? {} : { accessToken: () => Promise.resolve(accessToken) }),
  })
  clients.push(client)
  // Without this call, the client might send a join before it has its token.
  await client.realtime.setAuth()
  return client
}

/** Joins a channel. Rejects with the server's reason if the join is refused. */
export function joinChannel(channel: RealtimeChannel): Promise<RealtimeChannel> {
  return new Promise((resolve, reject) => {
    channel.subscribe((status, error) => {
      if (status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) resolve(channel)
      else reject(error ?? new Error(status))
    })
  })
}

/** Expects that the server refuses the join, and returns the reason. */
export async function expectJoinRefusal(channel: RealtimeChannel): Promise<string> {
  const error: unknown = await joinChannel(channel).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof Error, 'The join was not refused.')
  // Close the channel, so that the client does not retry the join.
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
export async function subscribeToTable(
  client: SupabaseClient,
  { event = '*', ...subscription }: RowSubscription,
) {
  const changes: Change[] = []
  channels += 1
  const channel = client
    .channel(`following-${channels}`)
    .on('postgres_changes', { event, schema: 'public', ...subscription }, (change) =>
      changes.push(change),
    )
  await joinChannel(channel)
  return { channel, changes, ids: () => changes.map(idIn) }
}

export function idIn({ new: row, old }: Change): unknown {
  const { id }: { id?: unknown } = 'id' in row ? row : old
  return id
}

/** Joins a channel and records the channel's broadcasts. */
export async function listen(
  client: SupabaseClient,
  topic: string,
  config: RealtimeChannelOptions['config'] = {},
) {
  const messages: Record<string, unknown>[] = []
  const channel = client.channel(topic, { config })
  channel.on('broadcast', { event: '*' }, (message) => messages.push(message))
  await joinChannel(channel)
  return { channel, messages }
}

export async function waitForItems<Item>(items: Item[], count = 1): Promise<Item[]> {
  await until(() => items.length >= count, 5000)
  return items
}
