// Checks that only one server sends each email, and that every server gets a change of the schema.
import { until } from '../../tests/support/until.ts'
import type { startMailReceiver } from '../../tests/support/mail-receiver.ts'
import { queryOnce, type DatabaseAddress } from '../../tests/support/query-once.ts'
import type { Mark } from '../support/drill.ts'
import type { Person } from '../support/people.ts'

type MailReceiver = Awaited<ReturnType<typeof startMailReceiver>>

const pendingEmails =
  'select count(*)::integer as count from private.outbox where done_at is null and dead_at is null'

/** Requests new passwords for many users at the same time. Each user must get exactly one email. */
export async function checkEmailsAreSentOnce(
  url: string,
  { key }: Person,
  address: DatabaseAddress,
  { received }: MailReceiver,
): Promise<Mark[]> {
  const rows = await queryOnce(address, 'select email from auth.users order by email')
  const addresses = rows.map(({ email }) => String(email))
  const recover = (email: string) =>
    fetch(`${url}/auth/v1/recover`, {
      method: 'POST',
      headers: { apikey: key, 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    })
  await Promise.all(addresses.map(recover))
  await until(() => addresses.every((email) => countEmailsTo(email) > 0), 30_000).catch(
    () => undefined,
  )
  await until(async () => (await queryOnce(address, pendingEmails))[0]?.['count'] === 0, 30_000)
  const wrongAddresses = addresses.filter((email) => countEmailsTo(email) !== 1)
  return [
    {
      condition: `users of ${addresses.length} who did not get exactly one email`,
      measured: wrongAddresses.length,
      max: 0,
    },
  ]

  function countEmailsTo(email: string) {
    return received.filter(({ to }) => to.includes(email)).length
  }
}

const schemaChange = `
  create function public.open_jobs() returns bigint language sql stable set search_path = ''
    as 'select count(*) from public.jobs';
  grant execute on function public.open_jobs() to authenticated;
  alter table public.jobs add column drilled text;
  grant select (drilled) on public.jobs to authenticated;
  notify pgrst, 'reload schema'`

/** Adds a function and a column to the schema. Every server must offer them in its API. */
export async function checkSchemaReload(
  urls: readonly string[],
  { headers }: Person,
  address: DatabaseAddress,
): Promise<Mark[]> {
  const paths = urls.flatMap((url) => [
    `${url}/rest/v1/rpc/open_jobs`,
    `${url}/rest/v1/jobs?select=drilled&limit=1`,
  ])
  const countAvailable = async () => {
    const responses = await Promise.all(paths.map((url) => fetch(url, { headers })))
    return responses.filter(({ status }) => status === 200).length
  }
  const availableBefore = await countAvailable()
  await queryOnce(address, schemaChange)
  const start = performance.now()
  await until(async () => (await countAvailable()) === paths.length, 10_000).catch(() => undefined)
  const seconds = (performance.now() - start) / 1000
  const unavailable = paths.length - (await countAvailable())
  return [
    { condition: 'schema changes served before they were made', measured: availableBefore, max: 0 },
    {
      condition: 'schema changes that a server does not serve afterward',
      measured: unavailable,
      max: 0,
    },
    { condition: 'time from the change to all servers', measured: seconds, max: 5, unit: ' s' },
  ]
}
