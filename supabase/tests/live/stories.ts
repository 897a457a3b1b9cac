import assert from 'node:assert/strict'
import { idOf, type Person, type Stage, type Stories } from '../support/run-story.ts'

/** Reads the user's rights on a topic with the query that the gateway sends. */
async function readTopicRights(stage: Stage, person: Person, topic: string) {
  const claims = person === 'visitor' ? { role: 'anon' } : { role: 'authenticated', sub: idOf(person), aal: 'aal2' }
  const rights = 'select readable, writable from realtime.topic_rights($1, $2, $3)'
  const [row] = await stage.asServer(rights, [topic, claims.role, JSON.stringify(claims)])
  return row
}
const both = ['broadcast', 'presence']
const noRights = { readable: [], writable: [] }
const readOnly = { readable: both, writable: [] }
const readAndWrite = { readable: both, writable: both }
const jobTopic = (job: string, contractor: string) => `job:${idOf(`job ${job}`)}:${idOf(contractor)}`
const consultationTopic = (name: string) => `consultation:${idOf(`consultation ${name}`)}`

const changes = `select table_name, kind, new_row ->> 'status' as after, old_row ->> 'status' as before
  from realtime.changes where id > $1 and table_name <> 'notices' order by id`

export const stories: Stories = {
  'each change of a watched row is recorded, with its old and new values': async (stage) => {
    const [lastChange] = await stage.asServer('select coalesce(max(id), 0) as id from realtime.changes')
    await stage.as('carl', "update public.jobs set status = 'finished' where id = $1", [idOf('job awarded')])
    assert.deepEqual(await stage.asServer(changes, [lastChange?.['id']]), [
      { table_name: 'payments', kind: 'INSERT', after: 'pending', before: null },
      { table_name: 'jobs', kind: 'UPDATE', after: 'finished', before: 'open' },
    ])
  },

  'profiles, jobs, bids, consultations, messages, payments, reviews and notices are watched': async (stage) => {
    const watched = await stage.asServer("select distinct table_name from realtime.changes where schema_name = 'public' order by 1")
    assert.deepEqual(watched.map((row) => row['table_name']), ['bids', 'consultations', 'jobs', 'messages', 'notices', 'payments', 'profiles', 'reviews'])
  },

  'no change carries an email or a phone, and nobody reads the table itself': async (stage) => {
    assert.deepEqual(await stage.asServer("select from realtime.changes where new_row::text like '%@example.com%'"), [])
    for (const person of ['fiona', 'ada', 'visitor'] as const) {
      await stage.assertRefused(person, '42501', 'select from realtime.changes')
    }
  },

  'only the two parties may listen and send on the topic of a conversation': async (stage) => {
    for (const participant of ['fiona', 'carl'] as const) {
      assert.deepEqual(await readTopicRights(stage, participant, jobTopic('awarded', 'carl')), readAndWrite, participant)
    }
    for (const participant of ['fiona', 'kim'] as const) {
      assert.deepEqual(await readTopicRights(stage, participant, consultationTopic('ahead')), readAndWrite, participant)
    }
    for (const stranger of ['frank', 'cora', 'kurt', 'ada', 'nora', 'visitor'] as const) {
      assert.deepEqual(await readTopicRights(stage, stranger, jobTopic('awarded', 'carl')), noRights, stranger)
      assert.deepEqual(await readTopicRights(stage, stranger, consultationTopic('ahead')), noRights, stranger)
    }
  },

  'only contractors may listen on the topic of the available jobs, and nobody may send': async (stage) => {
    assert.deepEqual(await readTopicRights(stage, 'carl', 'available-jobs'), readOnly)
    for (const person of ['fiona', 'kim', 'ada', 'nora', 'visitor'] as const) {
      assert.deepEqual(await readTopicRights(stage, person, 'available-jobs'), noRights, person)
    }
  },

  'a user who may no longer write can listen but not send': async (stage) => {
    assert.deepEqual(await readTopicRights(stage, 'cora', jobTopic('awarded', 'cora')), readOnly)
    assert.deepEqual(await readTopicRights(stage, 'carl', jobTopic('finished', 'carl')), readOnly)
    await stage.as('kim', "update public.consultations set status = 'cancelled' where id = $1", [idOf('consultation ahead')])
    assert.deepEqual(await readTopicRights(stage, 'kim', consultationTopic('ahead')), readOnly)
  },

  'a topic has exactly one valid name': async (stage) => {
    const topic = jobTopic('awarded', 'carl')
    for (const otherTopic of [jobTopic('awarded', 'fiona'), topic.toUpperCase(), `${topic} `, ` ${topic}`, `${topic}:x`, `job:${idOf('job awarded')}`,
      'job:-:-', `consultation:${idOf('job awarded')}`, '', 'anything']) {
      assert.deepEqual(await readTopicRights(stage, 'carl', otherTopic), noRights, otherTopic)
    }
  },

  'rows of another topic cannot be read or inserted': async (stage) => {
    const [ownTopic, otherTopic] = [jobTopic('awarded', 'carl'), consultationTopic('ahead')]
    await stage.asServer("insert into realtime.messages (topic, extension) values ($1, 'broadcast'), ($2, 'broadcast')", [ownTopic, otherTopic])
    await stage.asServer("select set_config('realtime.topic', $1, true)", [ownTopic])
    assert.deepEqual(await stage.as('carl', 'select topic from realtime.messages'), [{ topic: ownTopic }])
    await stage.assertRefused('carl', '42501', "insert into realtime.messages (topic, extension) values ($1, 'broadcast')", [otherTopic])
  },

  'checking the rights on a topic leaves no rows': async (stage) => {
    await readTopicRights(stage, 'carl', jobTopic('awarded', 'carl'))
    assert.deepEqual(await stage.asServer('select from realtime.messages'), [])
    assert.deepEqual(await stage.asServer("select current_setting('role') as role"), [{ role: 'none' }])
  },
}
