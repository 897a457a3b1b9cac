// Builds the first statements of each transaction, which set the role, the claims and the request's data.
import type { Identity } from '../http/identity.ts'
import type { Statement } from '../postgres/pool/request-pool.ts'
import type { Plan } from './plan/plan.ts'
import type { RestSettings } from './settings.ts'
import { quoteName } from './sql/fragments.ts'
import { isReading, type RawRequest } from './parse/request.ts'

// Counting the nulls keeps PostgreSQL from sending the settings back.
const contextSql = `select num_nulls(
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
  set_config('role', $10, true)
)`

/** Returns statements that set the context and check the session in one round trip. */
export function contextStatements(
  raw: RawRequest,
  schema: string,
  identity: Identity,
  { searchPath, preRequest, appSettings }: RestSettings,
): Statement[] {
  const [path = ''] = raw.url.split('?', 1)
  const values = [
    [schema, ...searchPath].map(quoteName).join(', '),
    identity.claims,
    raw.method,
    path,
    JSON.stringify(raw.headers),
    cookiesOf(raw.headers.cookie),
    isReading(raw.method) ? 'on' : 'off',
    // Without this setting, each call of auth.uid() in a policy would parse the claims.
    identity.sub ?? '',
    identity.sessionId ?? null,
    identity.role,
  ]
  const context = [{ text: contextSql, values }, ...appStatements(appSettings)]
  if (!preRequest) return context
  return [...context, { text: `select ${preRequest.map(quoteName).join('.')}()`, values: [] }]
}

function appStatements(appSettings: RestSettings['appSettings']): Statement[] {
  const names = Object.keys(appSettings)
  if (names.length === 0) return []
  const text =
    'select set_config(name, value, true) from unnest($1::text[], $2::text[]) as given (name, value)'
  const arrays = [names.map((name) => `app.settings.${name}`), Object.values(appSettings)]
  return [{ text, values: arrays.map(toArrayLiteral) }]
}

function toArrayLiteral(texts: string[]) {
  return `{${texts.map((text) => JSON.stringify(text)).join(',')}}`
}

export function timeZoneStatements({ preferences: { timeZone } }: Plan): Statement[] {
  if (timeZone === undefined) return []
  return [{ text: "select set_config('timezone', $1, true)", values: [timeZone] }]
}

/** Returns a statement that sets a shorter timeout for the statements after it. */
export function timeoutStatements(timeoutMs: number | undefined): Statement[] {
  if (timeoutMs === undefined) return []
  return [{ text: "select set_config('statement_timeout', $1, true)", values: [String(timeoutMs)] }]
}

function cookiesOf(header: string | undefined): string {
  if (header === undefined) return '{}'
  const pairs = header.split(';').map((pair) => pair.trim().split('='))
  const cookies = Object.fromEntries(
    pairs.filter(([key]) => key).map(([key = '', ...value]) => [key, value.join('=')]),
  )
  return JSON.stringify(cookies)
}
