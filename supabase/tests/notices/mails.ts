// The emails that go out in a story.
import { idOf, type Person, type Stage } from '../support/story.ts'

export const placeBid =
  'insert into public.bids (job_id, contractor_id, amount) values ($1, auth.uid(), 80)'

/** Lets two minutes pass and returns the emails that are due, as the templates of their items. */
export async function mails(stage: Stage) {
  await stage.truth(
    "update public.notices set mail_at = mail_at - interval '2 minutes' where mail_at is not null",
  )
  await stage.truth('select private.on_the_clock()')
  return waiting(stage)
}

export async function waiting(stage: Stage) {
  const rows = await stage.truth(
    `select l.letter ->> 'to' as address, jsonb_path_query_array(l.letter, '$.parts[*].template') as parts
     from private.outbox o, lateral (select private.letter(o.id) as letter) as l
     where o.kind = 'letter' and l.letter is not null order by 1`,
  )
  return rows.map(({ address, parts }) => [address, parts])
}

export async function fresh(stage: Stage, ...bidders: Person[]) {
  await stage.truth('delete from public.notices')
  for (const bidder of bidders) await stage.as(bidder, placeBid, [idOf('job open')])
}
