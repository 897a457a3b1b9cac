// What a person may do on a topic: on a private one the policies on realtime.messages say, on a public one who
// comes at all.
import { z } from 'zod'
import type { Pool } from '../../postgres/database.ts'
import type { Identity } from '../../http/identity.ts'
import type { PublicChannels } from '../parts.ts'
import { privateOnly, sessionEnded } from '../refused.ts'
import type { Channel, Rights } from './channel.ts'

/** After so long it is found out anew before somebody speaks: what they may do can have changed. */
const holdsFor = 5000

const extensions = new Set(['broadcast', 'presence'])
const permissions = z.tuple([
  z.object({ may_hear: z.array(z.string()), may_speak: z.array(z.string()) }),
])

export async function privateRights(
  pool: Pool,
  name: string,
  { role, claims }: Identity,
): Promise<Rights> {
  const { rows } = await pool.query(
    'select may_hear, may_speak from realtime.permissions($1, $2, $3)',
    [name, role, claims],
  )
  const [{ may_hear: hear, may_speak: speak }] = permissions.parse(rows)
  return { hear: new Set(hear), speak: new Set(speak), at: Date.now() }
}

const heard = z.array(z.object({ hear: z.array(z.string()) }))

/** What each of them may hear now, in one statement. */
export async function hearingOf(
  pool: Pool,
  asked: readonly Pick<Channel, 'name' | 'identity'>[],
): Promise<Rights['hear'][]> {
  const { rows } = await pool.query(
    `select realtime.may_hear(topic, role, claims) as hear
     from unnest($1::text[], $2::text[], $3::text[]) with ordinality as each (topic, role, claims, place)
     order by place`,
    [
      asked.map(({ name }) => name),
      asked.map(({ identity }) => identity.role),
      asked.map(({ identity }) => identity.claims),
    ],
  )
  return heard.parse(rows).map(({ hear }) => new Set(hear))
}

export function publicRights(identity: Identity, open: PublicChannels): Rights {
  if (open === 'none' || (open === 'signed-in' && isNobody(identity))) throw privateOnly()
  return { hear: extensions, speak: extensions, at: Infinity }
}

export async function maySpeak(pool: Pool, channel: Channel, extension: string) {
  if (Date.now() - channel.rights.at > holdsFor) {
    channel.rights = await privateRights(pool, channel.name, channel.identity)
  }
  return channel.rights.speak.has(extension)
}

/** Whatever the role: a token without a person is as good as the public key. */
function isNobody({ sub, role }: Identity) {
  return sub === undefined && role !== 'service_role'
}

export async function refuseEndedSession(pool: Pool, { sessionId }: Identity) {
  if (sessionId === undefined) return
  const ended = await endedSessions(pool, [sessionId])
  if (ended.size > 0) throw sessionEnded()
}

export async function endedSessions(pool: Pool, ids: readonly string[]): Promise<Set<string>> {
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
