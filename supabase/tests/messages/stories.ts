import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { blankTexts } from '../support/blank-texts.ts'
import { idOf, type Person, type Stage, type Stories } from '../support/run-story.ts'

const insertMessage = 'insert into public.messages (job_id, recipient_id, content) values ($1, $2, $3) returning seq::integer'
const state = 'select counterpart, writable, banner from public.conversation_state($1, $2, $3)'

async function readState(stage: Stage, person: Person, subject: { job?: string; consultation?: string; contractor?: string }) {
  const id = (kind: string, name: string | undefined) => (name ? idOf(`${kind}${name}`) : null)
  const rows = await stage.as(person, state, [id('job ', subject.job), id('consultation ', subject.consultation), id('', subject.contractor)])
  return rows[0]
}
const open = (name: string) => ({ counterpart: idOf(name), writable: true, banner: null })
const closed = (name: string, banner: string) => ({ counterpart: idOf(name), writable: false, banner })
const awardedBanner = 'This job was given to another contractor. Messaging is disabled.'

export const stories: Stories = {
  // @covers 3.messages.unread
  'a message is signed, numbered and unread, whatever was sent': async (stage) => {
    const statement = `insert into public.messages
      (job_id, sender_id, recipient_id, sender_name, content, read, created_at)
      values ($1, $2, $3, 'Somebody', '  Hi ', true, '2001-01-01')
      returning sender_id, sender_name, content, read, seq::integer, created_at > now() - interval '1 minute' as is_new`
    assert.deepEqual(await stage.as('carl', statement, [idOf('job awarded'), idOf('cora'), idOf('fiona')]), [
      { sender_id: idOf('carl'), sender_name: 'carl', content: 'Hi', read: false, seq: 3, is_new: true },
    ])
  },

  'a message has 1 to 4000 characters': async (stage) => {
    const messageWith = (content: unknown): [string, unknown[]] => [insertMessage, [idOf('job awarded'), idOf('fiona'), content]]
    for (const empty of [...blankTexts, null]) await stage.assertRefused('carl', 'text_missing', ...messageWith(empty))
    await stage.assertRefused('carl', 'text_too_long', ...messageWith('x'.repeat(4001)))
    await stage.as('carl', ...messageWith('x'.repeat(4000)))
    // A text may contain invisible characters beside visible ones, because emoji and many scripts need them.
    for (const shown of ['\u{1f469}\u200d\u{1f680}', '\u2764\ufe0f', '\u0646\u200c\u0645', '.'])
      await stage.as('carl', `${insertMessage}, content`, messageWith(shown)[1]).then(([row]) => assert.equal(row?.['content'], shown))
  },

  // @covers 3.messages.one-subject
  'a message belongs to exactly one subject': async (stage) => {
    const both = 'insert into public.messages (job_id, consultation_id, recipient_id, content) values ($1, $2, $3, $4)'
    await stage.assertRefused('fiona', 'two_subjects', both, [idOf('job awarded'), idOf('consultation ahead'), idOf('carl'), 'x'])
    await stage.assertRefused('fiona', '42501', both, [null, null, idOf('carl'), 'x'])
  },

  'the same message again is refused as sent': async (stage) => {
    const statement = 'insert into public.messages (client_id, job_id, recipient_id, content) values ($1, $2, $3, $4)'
    const clientId = randomUUID()
    await stage.as('carl', statement, [clientId, idOf('job awarded'), idOf('fiona'), 'x'])
    const { status } = await stage.assertRefused('carl', '23505', statement, [clientId, idOf('job awarded'), idOf('fiona'), 'x'])
    assert.equal(status, 409)
    await stage.as('fiona', statement, [clientId, idOf('job awarded'), idOf('carl'), 'x'])
  },

  'a hidden conversation and a missing one get the same answer': async (stage) => {
    const hidden = await stage.refusalOf('frank', insertMessage, [idOf('job awarded'), idOf('carl'), 'x'])
    const missing = await stage.refusalOf('frank', insertMessage, [idOf('no such job'), idOf('carl'), 'x'])
    assert.deepEqual(hidden, missing)
  },

  'a bid says whether its parties may chat': async (stage) => {
    const rightSql = 'select public.can_chat(b) from public.bids b where id = $1'
    const canChat = async (person: Person, bid: string) => (await stage.as(person, rightSql, [idOf(`bid ${bid}`)]))[0]
    const [yes, no] = [{ can_chat: true }, { can_chat: false }]
    assert.deepEqual(await canChat('carl', 'carl awarded'), yes)
    assert.deepEqual(await canChat('fiona', 'carl awarded'), yes)
    assert.deepEqual(await canChat('cora', 'cora awarded'), no)
    assert.deepEqual(await canChat('carl', 'carl finished'), no)
    assert.deepEqual(await canChat('carl', 'carl bidden'), yes)
    // Before the award, the contractor has to write first.
    assert.deepEqual(await canChat('fiona', 'carl bidden'), no)
    // After a bid was withdrawn and replaced, the withdrawn bid offers no chat.
    await stage.as('carl', "update public.bids set status = 'withdrawn' where id = $1", [idOf('bid carl bidden')])
    await stage.as('carl', 'insert into public.bids (job_id, contractor_id, amount) values ($1, auth.uid(), 390)', [idOf('job bidden')])
    assert.deepEqual(await canChat('carl', 'carl bidden'), no)
  },

  // @covers 6.chat.job
  'on an awarded job the facility and the contractor write, and the other bidders read': async (stage) => {
    assert.deepEqual(await readState(stage, 'fiona', { job: 'awarded' }), open('carl'))
    assert.deepEqual(await readState(stage, 'carl', { job: 'awarded' }), open('fiona'))
    assert.deepEqual(await readState(stage, 'cora', { job: 'awarded' }), closed('fiona', awardedBanner))
    assert.deepEqual(await readState(stage, 'fiona', { job: 'awarded', contractor: 'cora' }), closed('cora', awardedBanner))
    assert.equal(await readState(stage, 'frank', { job: 'awarded' }), undefined)
    assert.equal(await readState(stage, 'kim', { job: 'awarded' }), undefined)
    assert.equal(await readState(stage, 'frank', { job: 'no such' }), undefined)
  },

  'a bidder writes first, then the facility answers': async (stage) => {
    const notAcceptedBanner = 'No accepted contractor bid found.'
    assert.deepEqual(await readState(stage, 'fiona', { job: 'bidden' }), { counterpart: null, writable: false, banner: notAcceptedBanner })
    assert.deepEqual(await readState(stage, 'fiona', { job: 'bidden', contractor: 'carl' }), closed('carl', notAcceptedBanner))
    assert.deepEqual(await readState(stage, 'carl', { job: 'bidden' }), open('fiona'))
    await stage.as('carl', insertMessage, [idOf('job bidden'), idOf('fiona'), 'May I look at it?'])
    assert.deepEqual(await readState(stage, 'fiona', { job: 'bidden', contractor: 'carl' }), open('carl'))
    assert.deepEqual(await readState(stage, 'fiona', { job: 'bidden', contractor: 'cora' }), closed('cora', notAcceptedBanner))
  },

  'conversations about a finished job, a deleted job and a withdrawn bid are closed with the reason': async (stage) => {
    assert.deepEqual(await readState(stage, 'fiona', { job: 'finished' }), closed('carl', 'This job is marked as finished. Messaging is disabled.'))
    assert.deepEqual(await readState(stage, 'cora', { job: 'deleted' }), closed('fiona', 'This job was deleted. Messaging is disabled.'))
    await stage.as('cora', "update public.bids set status = 'withdrawn' where id = $1", [idOf('bid cora bidden')])
    assert.deepEqual(await readState(stage, 'cora', { job: 'bidden' }), closed('fiona', awardedBanner))
  },

  // @covers 4.consultation.ended 6.chat.consultation
  'in a consultation both sides write until it ends or is cancelled': async (stage) => {
    assert.deepEqual(await readState(stage, 'fiona', { consultation: 'ahead' }), open('kim'))
    assert.deepEqual(await readState(stage, 'kim', { consultation: 'ahead' }), open('fiona'))
    assert.deepEqual(await readState(stage, 'kim', { consultation: 'past' }), closed('frank', 'This consultation has ended. Messaging is disabled.'))
    assert.deepEqual(await readState(stage, 'frank', { consultation: 'cancelled' }), closed('kim', 'This consultation was canceled. Messaging is disabled.'))
    assert.equal(await readState(stage, 'carl', { consultation: 'ahead' }), undefined)
  },

  'the latest open conversation with a user comes first': async (stage) => {
    const [row = {}] = await stage.as('fiona', 'select job_id, contractor_id, writable from public.conversation_with($1)', [idOf('carl')])
    assert.deepEqual(row, { job_id: idOf('job awarded'), contractor_id: idOf('carl'), writable: true })
    await stage.as('carl', "update public.jobs set status = 'finished' where id = $1", [idOf('job awarded')])
    const [later = {}] = await stage.as('fiona', 'select writable from public.conversation_with($1)', [idOf('carl')])
    assert.deepEqual(later, { writable: false })
  },

  "the inbox shows the last message and the user's own unread count": async (stage) => {
    await stage.asServer("update public.profiles set time_zone = 'America/Denver' where id = $1", [idOf('fiona')])
    await stage.asServer("update public.consultations set scheduled_at = '2020-01-01T05:00Z', ends_at = '2020-01-01T06:00Z' where facility_id = $1", [idOf('fiona')])
    await stage.asServer("update public.profiles set profile_picture = 'https://example.com/carl.png' where id = $1", [idOf('carl')])
    const inboxSql = "select thread_type, thread_title, sender_name, content, unread_count::integer, counterpart_name, counterpart_picture from public.dashboard_inbox_preview where content is not null order by thread_type"
    assert.deepEqual(await stage.as('fiona', inboxSql), [
      { thread_type: 'consultation', thread_title: 'Dec 31, 2019, 10:00 PM consultation', sender_name: 'kim', content: 'question!', unread_count: 1, counterpart_name: 'kim', counterpart_picture: null },
      { thread_type: 'job', thread_title: 'Job awarded', sender_name: 'fiona', content: 'welcome!', unread_count: 1, counterpart_name: 'carl', counterpart_picture: 'https://example.com/carl.png' },
    ])
    await stage.as('fiona', 'update public.messages set read = true where recipient_id = auth.uid() and not read')
    assert.deepEqual((await stage.as('fiona', inboxSql)).map((row) => row['unread_count']), [0, 0])
    assert.equal((await stage.as('fiona', 'select from public.messages where recipient_id = auth.uid() and not read')).length, 0)
    assert.deepEqual((await stage.as('carl', inboxSql)).map((row) => row['unread_count']), [1])
  },

  'the server inserts old messages, but none after the conversation was closed': async (stage) => {
    const statement = 'insert into public.messages (job_id, consultation_id, sender_id, recipient_id, sender_name, content, created_at) values ($1, $2, $3, $4, $5, $6, now() + $7::interval)'
    const insertAsServer = (job: string | null, consultation: string | null, when: string) =>
      stage.serverRefusal(statement, [job && idOf(job), consultation && idOf(consultation), idOf('frank'), idOf('kim'), 'frank', 'x', when])
    assert.equal((await insertAsServer('job finished', null, '1 minute'))?.code, 'conversation_closed')
    assert.equal((await insertAsServer(null, 'consultation past', '0'))?.code, 'conversation_closed')
    assert.equal(await insertAsServer(null, 'consultation past', '-3 days'), undefined)
  },

  'a read message cannot become unread': async (stage) => {
    await stage.as('fiona', 'update public.messages set read = true where id = $1', [idOf('message hello')])
    await stage.assertRefused('fiona', 'message_read', 'update public.messages set read = false where id = $1', [idOf('message hello')])
  },

  'a user sends at most 30 messages a minute': async (stage) => {
    for (let index = 0; index < 30; index += 1) await stage.as('carl', insertMessage, [idOf('job awarded'), idOf('fiona'), `${index}`])
    await stage.assertRefused('carl', 'too_many_messages', insertMessage, [idOf('job awarded'), idOf('fiona'), 'x'])
    await stage.as('fiona', insertMessage, [idOf('job awarded'), idOf('carl'), 'x'])
  },
}
