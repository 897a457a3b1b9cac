import type { Stories } from '../support/run-story.ts'
import { idOf, type Person } from '../support/world.ts'

/** The last row of each statement is invalid, to show that the limit stops the statement earlier. */
const inserts: Record<string, [user: Person, code: string, sql: string, values: unknown[]]> = {
  'a facility that posts 21 jobs at once': [
    'fiona',
    'too_many_jobs',
    `insert into public.jobs (facility_id, title, description, budget)
     select auth.uid(), case when n < 40 then 'Job' end, 'Text', 1 from generate_series(1, 40) as n`,
    [],
  ],
  'a contractor who bids 21 times at once': [
    'cora',
    'too_many_bids',
    `insert into public.bids (job_id, contractor_id, amount)
     select id, auth.uid(), case when n < 40 then 1 else -1 end
     from (select id, row_number() over () as n from public.jobs where title = 'Of many') as many`,
    [],
  ],
  'a facility that books 21 consultations at once': [
    'fiona',
    'too_many_consultations',
    `insert into public.consultations (consultant_id, facility_id, scheduled_at)
     select $1, auth.uid(), case when n < 40 then now() + n * interval '1 day' else 'infinity' end
     from generate_series(1, 40) as n`,
    [idOf('kim')],
  ],
  'a facility that adds 61 photos at once': [
    'fiona',
    'too_many_job_photos',
    `insert into public.job_photos (job_id, path)
     select $1, case when n < 99 then auth.uid() || '/job-photo/' || n || '.png' else '' end
     from generate_series(1, 99) as n`,
    [idOf('job open')],
  ],
  'a facility that reviews a consultation 21 times at once': [
    'frank',
    'too_many_reviews',
    `insert into public.reviews (consultation_id, consultant_id, rating)
     select $1, $2, case when n < 40 then 5 else 6 end from generate_series(1, 40) as n
     on conflict do nothing`,
    [idOf('consultation past'), idOf('kim')],
  ],
  'a user who sends 31 messages at once': [
    'fiona',
    'too_many_messages',
    `insert into public.messages (job_id, recipient_id, content)
     select $1, $2, case when n < 60 then 'Hello' else '' end from generate_series(1, 60) as n`,
    [idOf('job awarded'), idOf('carl')],
  ],
}

export const stories: Stories = Object.fromEntries(
  Object.entries(inserts).map(([title, [user, code, sql, values]]) => [
    `${title} is refused before the rows are written`,
    async (stage) => {
      await stage.asServer(
        `insert into public.jobs (facility_id, title, description, budget)
         select $1, 'Of many', 'Text', 1 from generate_series(1, 40)`,
        [idOf('frank')],
      )
      const { status } = await stage.assertRefused(user, code, sql, values)
      if (status !== 429) throw new Error(`The status is ${status}.`)
    },
  ]),
)
