// Creates a small marketplace with named people, which is the shared test data of the stories.
import { randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'

const roleByName = {
  fiona: 'facility',
  frank: 'facility',
  carl: 'contractor',
  cora: 'contractor',
  kim: 'consultant',
  /** Only admins and Frank, because of an earlier booking, see this hidden profile. */
  kurt: 'consultant',
  ada: 'admin',
  /** This user is self-registered and has no role. */
  nora: null,
} as const

export type Person = keyof typeof roleByName | 'visitor'

async function addUsers(db: PoolClient) {
  for (const [name, role] of Object.entries(roleByName)) {
    await db.query(
      `insert into auth.users (id, email, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, created_at)
       values ($1, $2, now() - interval '90 days', $3, $4, now() - interval '90 days')`,
      [
        idOf(name),
        `${name}@example.com`,
        JSON.stringify(role ? { role } : {}),
        JSON.stringify({ full_name: name, company_name: `${name} inc.` }),
      ],
    )
  }
  await db.query("update public.profiles set bio = 'Boilers.' where role = 'consultant'")
  await db.query("update public.profiles set is_hidden = true where username = 'kurt'")
  await db.query("update public.profiles set consultation_fee = 150 where username = 'kim'")
}

const ids = new Map<string, string>()

/** Returns the same id for a name in every database of this test process. */
export function idOf(name: string): string {
  const id = ids.get(name) ?? randomUUID()
  ids.set(name, id)
  return id
}

/** Creates the users, Fiona's jobs in each state, a job of Frank's, bids, consultations, messages and other rows. */
export async function buildWorld(db: PoolClient) {
  await addUsers(db)
  for (const job of ['open', 'bidden', 'awarded', 'finished', 'deleted']) await addJob(db, job)
  await addJob(db, 'frank', 'frank')
  await addBid(db, 'bidden', 'carl', 400)
  await addBid(db, 'bidden', 'cora', 450)
  await addBid(db, 'awarded', 'carl', 300)
  await addBid(db, 'awarded', 'cora', 350)
  await addBid(db, 'finished', 'carl', 200)
  await addBid(db, 'deleted', 'cora', 100)
  await addBid(db, 'frank', 'cora', 90)
  await awardJob(db, 'awarded', 'carl')
  await awardJob(db, 'finished', 'carl')
  await db.query("update public.jobs set status = 'finished' where id = $1", [idOf('job finished')])
  await db.query('update public.jobs set is_deleted = true where id = $1', [idOf('job deleted')])
  await addConsultation(db, 'ahead', 'fiona', 'kim', '2 days', 60)
  await addConsultation(db, 'past', 'frank', 'kim', '-2 days', 60)
  await addConsultation(db, 'cancelled', 'frank', 'kim', '3 days', 60)
  await addConsultation(db, 'hidden', 'frank', 'kurt', '-9 days', 30)
  await db.query("update public.consultations set status = 'cancelled' where id = $1", [
    idOf('consultation cancelled'),
  ])
  await db.query(
    `insert into public.reviews (id, consultation_id, consultant_id, facility_id, rating, comment, reviewer_name)
     values ($1, $2, $3, $4, 5, 'Saved us a boiler.', 'frank')`,
    [idOf('review'), idOf('consultation hidden'), idOf('kurt'), idOf('frank')],
  )
  await addMessage(db, 'hello', 'job_id', idOf('job awarded'), 'carl', 'fiona')
  await addMessage(db, 'welcome', 'job_id', idOf('job awarded'), 'fiona', 'carl')
  await addMessage(db, 'question', 'consultation_id', idOf('consultation ahead'), 'kim', 'fiona')
  await db.query("insert into storage.objects (bucket_id, name) values ('documents', $1)", [
    `${idOf('fiona')}/job-photo/a.png`,
  ])
  await db.query(
    `insert into public.demo_requests (id, full_name, email, company, message)
     values ($1, 'Vera', 'vera@example.com', 'Vera Halls', 'Show me around.')`,
    [idOf('demo request')],
  )
}

async function addJob(db: PoolClient, name: string, facility = 'fiona') {
  await db.query(
    `insert into public.jobs (id, facility_id, title, description, budget, category, created_at)
     values ($1, $2, $3, 'The roof leaks above the loading dock.', 500, 'Roofing', now() - interval '9 days')`,
    [idOf(`job ${name}`), idOf(facility), `Job ${name}`],
  )
}

async function addBid(db: PoolClient, job: string, contractor: string, amount: number) {
  await db.query(
    `insert into public.bids (id, job_id, contractor_id, amount, created_at)
     values ($1, $2, $3, $4, now() - interval '8 days')`,
    [idOf(`bid ${contractor} ${job}`), idOf(`job ${job}`), idOf(contractor), amount],
  )
}

async function awardJob(db: PoolClient, job: string, contractor: string) {
  await db.query('select public.accept_and_reject_bids($1, $2)', [
    idOf(`bid ${contractor} ${job}`),
    idOf(`job ${job}`),
  ])
}

async function addConsultation(
  db: PoolClient,
  name: string,
  facility: string,
  consultant: string,
  startsIn: string,
  minutes: number,
) {
  await db.query(
    `insert into public.consultations
       (id, facility_id, consultant_id, scheduled_at, duration_minutes, fee, created_at)
     values ($1, $2, $3, now() + $4::interval, $5, 150, now() - interval '10 days')`,
    [idOf(`consultation ${name}`), idOf(facility), idOf(consultant), startsIn, minutes],
  )
}

async function addMessage(
  db: PoolClient,
  name: string,
  subject: 'job_id' | 'consultation_id',
  id: string,
  from: string,
  to: string,
) {
  await db.query(
    `insert into public.messages (id, ${subject}, sender_id, recipient_id, sender_name, content, created_at)
     values ($1, $2, $3, $4, $5, $6, now() - interval '1 day')`,
    [idOf(`message ${name}`), id, idOf(from), idOf(to), from, `${name}!`],
  )
}
