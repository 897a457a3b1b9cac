// Contains helpers for stories about notification emails.
import { idOf, type Person, type Stage } from '../support/run-story.ts'

export const placeBid =
  'insert into public.bids (job_id, contractor_id, amount) values ($1, auth.uid(), 80)'

/** Simulates that two minutes pass, and returns the address and the templates of each queued email. */
export async function dueEmails(stage: Stage) {
  await stage.asServer(
    "update public.notices set mail_at = mail_at - interval '2 minutes' where mail_at is not null",
  )
  await stage.asServer('select private.run_scheduled()')
  return queuedEmails(stage)
}

export async function queuedEmails(stage: Stage) {
  const rows = await stage.asServer(
    `select l.email ->> 'to' as address, jsonb_path_query_array(l.email, '$.items[*].template') as parts
     from private.outbox o, lateral (select private.notification_email(o.id) as email) as l
     where o.kind = 'notification_email' and l.email is not null order by 1`,
  )
  return rows.map(({ address, parts: items }) => [address, items])
}

export async function resetNotices(stage: Stage, ...bidders: Person[]) {
  await stage.asServer('delete from public.notices')
  for (const bidder of bidders) await stage.as(bidder, placeBid, [idOf('job open')])
}
