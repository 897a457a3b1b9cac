// Identifies callers and loads their rights on topics. Policies on realtime.messages guard private topics, and no
// policy guards public ones.
import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import type { Identity } from '../../http/identity.ts'
import { TokenRefused } from '../../http/identity.ts'
import type { Pool } from '../../postgres/database.ts'
import { badToken, cannotSubscribe, privateOnly, sessionEnded, unauthorized } from '../errors.ts'
import type { PublicChannels, RealtimeContext } from '../realtime-dependencies.ts'
import type { Channel, ChannelRights } from './channel.ts'

/** When a client sends a message, the server loads the client's rights again if they are older than this. */
const rightsCacheMs = 5000

const extensions = new Set(['broadcast', 'presence'])
const rightsRows = z.tuple([
  z.object({ readable: z.array(z.string()), writable: z.array(z.string()) }),
])

export async function loadPrivateRights(
  pool: Pool,
  name: string,
  { role, claims }: Identity,
): Promise<ChannelRights> {
  const { rows } = await pool.query(
    'select readable, writable from realtime.topic_rights($1, $2, $3)',
    [name, role, claims],
  )
  const [{ readable, writable }] = rightsRows.parse(rows)
  return { readable: new Set(readable), writable: new Set(writable), checkedAtMs: Date.now() }
}

const readableRows = z.array(z.object({ readable: z.array(z.string()) }))

/** Loads the read rights of many channels in one statement, which checks each topic once for all of its users. */
export async function loadReadableExtensions(
  pool: Pool,
  channels: readonly { name: string; identity: Pick<Identity, 'role' | 'claims'> }[],
): Promise<ChannelRights['readable'][]> {
  const { rows } = await pool.query(
    `select r.readable
     from (
       select topic, array_agg(role order by place) as roles, array_agg(claims order by place) as claims,
              array_agg(place order by place) as places
       from unnest($1::text[], $2::text[], $3::text[]) with ordinality as each (topic, role, claims, place)
       group by topic
     ) as t,
     lateral realtime.readable_extensions(t.topic, t.roles, t.claims) with ordinality as r (readable, number)
     order by t.places[r.number]`,
    [
      channels.map(({ name }) => name),
      channels.map(({ identity }) => identity.role),
      channels.map(({ identity }) => identity.claims),
    ],
  )
  return readableRows.parse(rows).map(({ readable }) => new Set(readable))
}

export function rightsOnPublicTopic(
  identity: Identity,
  publicChannels: PublicChannels,
): ChannelRights {
  if (publicChannels === 'none' || (publicChannels === 'signed-in' && hasNoUser(identity)))
    throw privateOnly()
  return { readable: extensions, writable: extensions, checkedAtMs: Infinity }
}

export async function canWrite(pool: Pool, channel: Channel, extension: string) {
  if (Date.now() - channel.rights.checkedAtMs > rightsCacheMs) {
    channel.rights = await loadPrivateRights(pool, channel.name, channel.identity)
  }
  return channel.rights.writable.has(extension)
}

/** Returns true for a token that names no user and does not have the service role. */
function hasNoUser({ sub, role }: Identity) {
  return sub === undefined && role !== 'service_role'
}

async function refuseEndedSession(pool: Pool, { sessionId }: Identity) {
  if (sessionId === undefined) return
  const ended = await findEndedSessions(pool, [sessionId])
  if (ended.size > 0) throw sessionEnded()
}

export async function findEndedSessions(pool: Pool, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await pool.query<{ id: string }>(
    `select given.id::text as id from unnest($1::uuid[]) as given(id)
     where not exists (
       select from auth.sessions s
       where s.id = given.id and (s.not_after is null or s.not_after > now())
     )`,
    [ids],
  )
  return new Set(rows.map(({ id }) => id))
}

const servedRoles = new Set(['anon', 'authenticated', 'service_role'])

type IdentifyDependencies = Pick<RealtimeContext, 'identities' | 'pool'>

export async function identify(
  dependencies: IdentifyDependencies,
  headers: IncomingHttpHeaders,
): Promise<Identity> {
  return identifyWithLimit(dependencies, headers, () => {})
}

/** Verifies the token, calls `admit` to apply a rate limit, and queries the session. */
export async function identifyWithLimit(
  { identities, pool }: IdentifyDependencies,
  headers: IncomingHttpHeaders,
  admit: (identity: Identity) => void,
): Promise<Identity> {
  const identity = await verifyToken(identities, headers)
  if (!servedRoles.has(identity.role)) throw badToken(`The role "${identity.role}" is not served.`)
  admit(identity)
  await refuseEndedSession(pool, identity)
  return identity
}

async function verifyToken(
  identities: RealtimeContext['identities'],
  headers: IncomingHttpHeaders,
) {
  try {
    return await identities.identify(headers)
  } catch (error) {
    throw error instanceof TokenRefused ? badToken(error.message) : error
  }
}

const tokenInput = z.object({ access_token: z.string().nullish() })

/** Replaces the token of a channel. Throws if the new token may not read from the topic. */
export async function renewToken(
  context: RealtimeContext,
  channel: Channel,
  payload: unknown,
  apikey: string,
) {
  const parsed = tokenInput.safeParse(payload)
  const token = (parsed.success ? parsed.data.access_token : undefined) ?? apikey
  const identity = await identify(context, { apikey: token })
  const rights = channel.isPrivate
    ? await loadPrivateRights(context.pool, channel.name, identity)
    : rightsOnPublicTopic(identity, context.publicChannels)
  if (rights.readable.size === 0) throw unauthorized('read from', channel.name)
  // The subscriptions of the channel were checked for the former role only.
  if (identity.role !== channel.identity.role) {
    throw cannotSubscribe('the role of the token has changed, so join again')
  }
  channel.identity = identity
  channel.rights = rights
}
