// Checks that only one server sends each email, and that every server gets a change of the schema.
import { until } from '../../tests/support/until.ts'
import type { startMailReceiver } from '../../tests/support/mail-receiver.ts'
import { askDatabase, type DatabaseAddress } from '../../tests/support/ask-database.ts'
import type { Mark } from '../support/drill.ts'
import type { Person } from '../support/people.ts'

type Receiver = Awaited<ReturnType<typeof startMailReceiver>>

const waiting =
  'select count(*)::integer as count from private.outbox where done_at is null and dead_at is null'

/** Requests new passwords for many users at once. Each must get one email. */
export async function mailsGoOnce(
  url: string,
  { key }: Person,
  address: DatabaseAddress,
  { received }: Receiver,
): Promise<Mark[]> {
  const rows = await askDatabase(address, 'select email from auth.users order by email')
  const people = rows.map(({ email }) => String(email))
  const recover = (email: string) =>
    fetch(`${url}/auth/v1/recover`, {
      method: 'POST',
      headers: { apikey: key, 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    })
  await Promise.all(people.map(recover))
  await until(() => people.every((email) => timesOf(email) > 0), 30_000).catch(() => undefined)
  await until(async () => (await askDatabase(address, waiting))[0]?.['count'] === 0, 30_000)
  const wrong = people.filter((email) => timesOf(email) !== 1)
  return [{ what: `of ${people.length} mails not sent once`, seen: wrong.length, most: 0 }]

  function timesOf(email: string) {
    return received.filter(({ to }) => to.includes(email)).length
  }
}

const change = `
  create function public.open_jobs() returns bigint language sql stable set search_path = ''
    as 'select count(*) from public.jobs';
  grant execute on function public.open_jobs() to authenticated;
  alter table public.jobs add column drilled text;
  grant select (drilled) on public.jobs to authenticated;
  notify pgrst, 'reload schema'`

/** Adds a function and a column. Every server must serve them. */
export async function schemaIsReadAnew(
  urls: readonly string[],
  { headers }: Person,
  address: DatabaseAddress,
): Promise<Mark[]> {
  const asks = urls.flatMap((url) => [
    `${url}/rest/v1/rpc/open_jobs`,
    `${url}/rest/v1/jobs?select=drilled&limit=1`,
  ])
  const known = async () => {
    const answers = await Promise.all(asks.map((url) => fetch(url, { headers })))
    return answers.filter(({ status }) => status === 200).length
  }
  const before = await known()
  await askDatabase(address, change)
  const since = performance.now()
  await until(async () => (await known()) === asks.length, 10_000).catch(() => undefined)
  const took = (performance.now() - since) / 1000
  const unknown = asks.length - (await known())
  return [
    { what: 'known before it was there', seen: before, most: 0 },
    { what: 'not known at a server afterwards', seen: unknown, most: 0 },
    { what: 'from the change to all servers', seen: took, most: 5, unit: ' s' },
  ]
}
