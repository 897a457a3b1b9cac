// Contains helpers for realtime tests. The table public.topic_readers lists the users who may read the private topic.
import { createHmac, randomUUID } from 'node:crypto'
import { LiveSocket } from '../../../tests/support/live-socket.ts'
import { startApp } from '../../tests/support/app.ts'
import { silentLog } from '../../tests/support/release.ts'
import { productDatabase } from '../../tests/support/test-database.ts'
import { defaultTimings, type RealtimeTimings } from './realtime-dependencies.ts'

const metricsToken = 'a-token-for-the-metrics'
export const topic = 'realtime:choir'
export const privateChannel = { config: { private: true } }

const privateTopicSql = `
  create table if not exists public.topic_readers (topic text, person uuid, extension text);
  grant select on public.topic_readers to authenticated;
  drop policy if exists topic_readers_select on realtime.messages;
  create policy topic_readers_select on realtime.messages for select to authenticated using (
    exists (
      select from public.topic_readers r
      where r.topic = (select realtime.topic()) and r.person = (select auth.uid()) and r.extension = messages.extension
    )
  )`

type Shared = Awaited<ReturnType<typeof productDatabase>>

export async function startRealtime(timings: Partial<RealtimeTimings> = {}, shared?: Shared) {
  const settings = { METRICS_TOKEN: metricsToken, PUBLIC_CHANNELS: 'signed-in' }
  const server = await startApp(settings, silentLog, {
    realtimeTimings: { ...defaultTimings, ...timings },
    ...(shared ? { shared } : {}),
  })
  const { pool, port, secrets, ask } = server
  await pool.query(privateTopicSql)
  const open = () => new LiveSocket(`http://127.0.0.1:${port}`, secrets.anonKey).waitUntilOpen()
  const allowToRead = async (person: string) => {
    await pool.query(
      `insert into public.topic_readers values ('choir', $1, 'broadcast'), ('choir', $1, 'presence')`,
      [person],
    )
  }
  const post = (path: string, token: string, body: string, type = 'application/json') => {
    const headers = {
      apikey: secrets.anonKey,
      authorization: `Bearer ${token}`,
      'content-type': type,
    }
    return ask(`/realtime/v1/api/broadcast${path}`, { method: 'POST', headers, body })
  }
  return {
    ...server,
    open,
    allowToRead,
    post,
    tokenFor: tokenFactory(secrets.jwtSecret),
    readCounts: () => readCounts(ask),
  }
}

function tokenFactory(secret: string) {
  return (sub: string = randomUUID(), extraClaims: object = {}) => {
    const exp = Math.floor(Date.now() / 1000) + 3600
    const claims = { sub, role: 'authenticated', aud: 'authenticated', exp, ...extraClaims }
    const body = [{ alg: 'HS256', typ: 'JWT' }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.')
    return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`
  }
}

/** Creates a database that has only these limits. */
export async function databaseWithLimits(limits: Record<string, string>) {
  const shared = await productDatabase(20)
  await shared.pool.query("delete from private.settings where name like 'limit\\_%'")
  await shared.pool.query(
    'insert into private.settings (name, value) select * from unnest($1::text[], $2::text[])',
    [Object.keys(limits), Object.values(limits)],
  )
  return shared
}

/** Reads the counts of the realtime API from the metrics, such as the number of connections. */
async function readCounts(ask: Awaited<ReturnType<typeof startApp>>['ask']) {
  const { body } = await ask('/metrics', { headers: { authorization: `Bearer ${metricsToken}` } })
  const matches = body.matchAll(/^live\{of="(\w+)"\} (\d+)$/gmu)
  return Object.fromEntries([...matches].map(([, name = '', count]) => [name, Number(count)]))
}
