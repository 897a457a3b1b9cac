// What a transaction is told before the statement: who asks, and what for.
import type { Identity } from '../../http/identity.ts'
import type { Statement } from '../../postgres/pool/request-pool.ts'
import type { Plan } from '../plan/plan.ts'
import type { RestSettings } from '../settings.ts'
import { name } from '../sql/text.ts'
import { isReading, type RawRequest } from '../parse/request.ts'

const text = `select
  set_config('search_path', $1, true),
  set_config('request.jwt.claims', $2, true),
  set_config('request.method', $3, true),
  set_config('request.path', $4, true),
  set_config('request.headers', $5, true),
  set_config('request.cookies', $6, true),
  set_config('response.status', '', true),
  set_config('response.headers', '', true),
  set_config('transaction_read_only', $7, true),
  set_config('request.jwt.claim.sub', $8, true),
  auth.assert_session($9),
  set_config('role', $10, true)`

/**
 * The session is looked up in the same round trip, so one that ended is refused at once on every node (but for reads that
 * said they may be old).
 */
export function contextStatements(
  raw: RawRequest,
  schema: string,
  identity: Identity,
  { searchPath, preRequest }: RestSettings,
): Statement[] {
  const [path = ''] = raw.url.split('?', 1)
  const values = [
    [schema, ...searchPath].map(name).join(', '),
    identity.claims,
    raw.method,
    path,
    JSON.stringify(raw.headers),
    cookiesOf(raw.headers.cookie),
    isReading(raw.method) ? 'on' : 'off',
    // What auth.uid() then has not to read from the claims, each time that a rule asks.
    identity.sub ?? '',
    identity.sessionId ?? null,
    identity.role,
  ]
  const context = { text, values }
  if (!preRequest) return [context]
  return [context, { text: `select ${preRequest.map(name).join('.')}()`, values: [] }]
}

/** In whose time moments are written. */
export function timeZoneStatements({ preferences: { timeZone } }: Plan): Statement[] {
  if (timeZone === undefined) return []
  return [{ text: "select set_config('timezone', $1, true)", values: [timeZone] }]
}

function cookiesOf(header: string | undefined): string {
  if (header === undefined) return '{}'
  const pairs = header.split(';').map((pair) => pair.trim().split('='))
  const cookies = Object.fromEntries(
    pairs.filter(([key]) => key).map(([key = '', ...value]) => [key, value.join('=')]),
  )
  return JSON.stringify(cookies)
}
