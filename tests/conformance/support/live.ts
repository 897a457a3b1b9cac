// Live clients: supabase-js as everybody uses it, with what it heard.
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

/** A socket of its own, as this person; without one as a visitor. */
export async function liveClient(person?: string, { vsn = '2.0.0', token }: LiveOptions = {}) {
  const given = token ?? (person === undefined ? undefined : tokenFor(person))
  const client = createClient(target.url, secrets.anonKey, {
    realtime: { vsn, reconnectAfterMs: () => 50 },
    ...(given === undefined ? {} : { accessToken: () => Promise.resolve(given) }),
  })
  opened.push(client)
  // A join that is sent before the client has its token goes without.
  await client.realtime.setAuth()
  return client
}

/** Resolves when the channel is live, and throws the reason where it is refused. */
export function joined(channel: RealtimeChannel): Promise<RealtimeChannel> {
  return new Promise((resolve, reject) => {
    channel.subscribe((status, error) => {
      if (status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) resolve(channel)
      else reject(error ?? new Error(status))
    })
  })
}

/** Why a join is refused. */
export async function refusalOf(channel: RealtimeChannel): Promise<string> {
  const error: unknown = await joined(channel).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof Error, 'The join was not refused.')
  // It would go on trying.
  channel.teardown()
  return error.message
}

interface Wish {
  event?: '*' | 'INSERT' | 'UPDATE' | 'DELETE'
  table: string
  filter?: string
  select?: string[]
}

let channels = 0

/** Follows a table on a channel of its own. */
export async function follow(client: SupabaseClient, { event = '*', ...wish }: Wish) {
  const heard: Change[] = []
  channels += 1
  const channel = client
    .channel(`following-${channels}`)
    // The types know one signature for each event.
    .on('postgres_changes', { event, schema: 'public', ...wish }, (change) => heard.push(change))
  await joined(channel)
  return { channel, heard, ids: () => heard.map(idIn) }
}

export function idIn({ new: row, old }: Change): unknown {
  const { id }: { id?: unknown } = 'id' in row ? row : old
  return id
}

/** A channel that collects what is said in it. */
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

export async function hears<Item>(heard: Item[], count = 1): Promise<Item[]> {
  await until(() => heard.length >= count, 5000)
  return heard
}
