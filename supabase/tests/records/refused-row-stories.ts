// Tests the sentences of refusals when a policy refuses an insert or an update.
import assert from 'node:assert/strict'
import { idOf, type Person, type Stories } from '../support/run-story.ts'

interface RefusedRow {
  person: Person
  statement: string
  values?: unknown[]
  message: string
}

/** Returns a function that returns $1, then $2, and so on. */
function nextParameter() {
  let count = 0
  return () => `$${(count += 1)}`
}

const insert = (table: string, columns: string) =>
  `insert into ${table} (${columns}) values (${columns.replaceAll(/\w+/g, nextParameter())})`

const job = insert('public.jobs', 'title, description, budget, facility_id')
const bid = insert('public.bids', 'amount, job_id, contractor_id')
const booking = insert('public.consultations', 'scheduled_at, consultant_id, facility_id')
const chatMessage = insert('public.messages', 'content, job_id, recipient_id')
const review = insert('public.reviews', 'rating, consultation_id, consultant_id')
const photo = insert('public.job_photos', 'job_id, path')
const file = insert('storage.objects', 'bucket_id, name')
const now = new Date()

const refusedRows: RefusedRow[] = [
  {
    person: 'carl',
    statement: job,
    values: ['Fix', 'It.', 5, idOf('carl')],
    message: 'Only facilities can post jobs.',
  },
  {
    person: 'nora',
    statement: job,
    values: ['Fix', 'It.', 5, idOf('nora')],
    message: 'Only facilities can post jobs.',
  },
  {
    person: 'frank',
    statement: job,
    values: ['Fix', 'It.', 5, idOf('fiona')],
    message: 'You can post jobs only for your own facility.',
  },
  {
    person: 'cora',
    statement: `update public.jobs set title = 'New' where id = '${idOf('job open')}'`,
    message: 'Only the facility that posted this job, or its contractor, can change it.',
  },
  {
    person: 'frank',
    statement: bid,
    values: [5, idOf('job open'), idOf('frank')],
    message: 'Only contractors can place bids.',
  },
  {
    person: 'cora',
    statement: bid,
    values: [5, idOf('job open'), idOf('carl')],
    message: 'You can bid only in your own name.',
  },
  {
    person: 'cora',
    statement: bid,
    values: [5, idOf('job finished'), idOf('cora')],
    message: 'You cannot bid on this job.',
  },
  {
    person: 'fiona',
    statement: "update public.bids set status = 'accepted'",
    message: 'Only the contractor who placed this bid can change it.',
  },
  {
    person: 'kim',
    statement: booking,
    values: [now, idOf('kim'), idOf('kim')],
    message: 'Only facilities can book consultations.',
  },
  {
    person: 'frank',
    statement: booking,
    values: [now, idOf('kim'), idOf('fiona')],
    message: 'You can book only for your own facility.',
  },
  {
    person: 'fiona',
    statement: booking,
    values: [now, idOf('kurt'), idOf('fiona')],
    message: 'This consultant cannot be booked.',
  },
  {
    person: 'frank',
    statement: insert('public.consultations', 'scheduled_at, consultant_id, facility_id, job_id'),
    values: [now, idOf('kim'), idOf('frank'), idOf('job open')],
    message: 'A consultation can only be about a job of your own.',
  },
  {
    person: 'ada',
    statement: "update public.consultations set status = 'cancelled'",
    message: 'Only its facility and its consultant can change a consultation.',
  },
  {
    person: 'frank',
    statement: chatMessage,
    values: ['Hi', idOf('job awarded'), idOf('carl')],
    message: 'You are not part of this conversation.',
  },
  {
    person: 'carl',
    statement: 'update public.messages set read = true',
    message: 'Only the recipient can mark a message as read.',
  },
  {
    person: 'kim',
    statement: review,
    values: [5, idOf('consultation past'), idOf('kim')],
    message: 'Only the facility that booked a consultation can review it.',
  },
  {
    person: 'frank',
    statement: photo,
    values: [idOf('job open'), `${idOf('frank')}/job-photo/a.png`],
    message: 'You can add photos only to your own jobs.',
  },
  {
    person: 'carl',
    statement: insert('public.notification_settings', 'user_id'),
    values: [idOf('fiona')],
    message: 'You can change only your own settings.',
  },
  {
    person: 'ada',
    statement: `update public.profiles set bio = 'Mine' where id = '${idOf('kim')}'`,
    message: 'You can change only your own profile.',
  },
  {
    person: 'nora',
    statement: file,
    values: ['documents', `${idOf('nora')}/resume/r.pdf`],
    message: 'Your account has no role yet.',
  },
  {
    person: 'kim',
    statement: file,
    values: ['documents', `${idOf('kurt')}/resume/r.pdf`],
    message: 'You can store files only in the folders of your own documents.',
  },
]

export const stories: Stories = {
  'a row that a policy refuses is refused with a sentence': async (stage) => {
    for (const { person, statement, values = [], message } of refusedRows) {
      const refusal = await stage.refusalOf(person, statement, values)
      assert.deepEqual(
        [refusal.code, refusal.status, refusal.message],
        ['42501', 403, message],
        statement,
      )
    }
  },

  'a file can be moved only within the own folders': async (stage) => {
    const name = `${idOf('kim')}/resume/r.pdf`
    await stage.as('kim', file, ['documents', name])
    const refusal = await stage.refusalOf('kim', 'update storage.objects set name = $1', [
      `${idOf('kurt')}/resume/r.pdf`,
    ])
    assert.equal(refusal.message, 'You can store files only in the folders of your own documents.')
  },
}
