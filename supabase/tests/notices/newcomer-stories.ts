// Notices to admins about newcomers, and when they end.
import assert from 'node:assert/strict'
import { idOf, type Person, type Stage, type Stories } from '../support/story.ts'
import { fresh, mails, waiting } from './mails.ts'

const admit = "select public.admin_admit($1, 'contractor', 'Nora Quist', 'Halls', 'She called')"
const come = `insert into auth.users (id, email, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, created_at)
  values ($1, $2, $3::timestamptz, '{}', '{}', now())`

/** Signs somebody up without a role. Their email is confirmed at the given time. */
async function comes(stage: Stage, name: string, proven: string | null = 'now') {
  await stage.truth(come, [idOf(name), `${name}@example.com`, proven])
}

const told = async (stage: Stage, person: Person) =>
  stage.as(person, 'select kind, title, link, count from public.my_notices where not read')

const ofTwo = [
  { kind: 'newcomer_came', title: 'Newcomers wait for a role', link: '/admin/newcomers', count: 2 },
]

const given = (link: string) => [
  { kind: 'role_given', title: 'Your account has a role now', link, count: 1 },
]

/** Moves emails and postponed notices into the past by this time. */
async function passes(stage: Stage, time: string) {
  await stage.truth('update private.letters set made_at = made_at - $1::interval', [time])
  await stage.truth('update public.notices set mail_at = mail_at - $1::interval', [time])
  await stage.truth('select private.on_the_clock()')
}

/** Creates another notice that is due by email at once. */
const tellOther = (stage: Stage, person: Person) =>
  stage.truth(
    `insert into public.notices (recipient_id, kind, source_id, mail_at)
     values ($1, 'test', gen_random_uuid(), now())`,
    [idOf(person)],
  )

/** The mail server refused the last attempt. */
const fails = (stage: Stage) => stage.truth('update private.outbox set attempts = attempts + 1')

const lettersTo = async (stage: Stage, person: Person) =>
  (await stage.truth('select from private.letters where recipient_id = $1', [idOf(person)])).length

export const stories: Stories = {
  'only admins are notified of newcomers, with one notice and one email': async (stage) => {
    await fresh(stage)
    await comes(stage, 'vera')
    await comes(stage, 'kai')
    assert.deepEqual(await told(stage, 'ada'), ofTwo)
    for (const person of ['fiona', 'carl', 'kim', 'nora'] as const)
      assert.deepEqual(await told(stage, person), [])
    assert.deepEqual(await mails(stage), [['ada@example.com', ['newcomer-came']]])
  },

  'an unconfirmed user, a user with a role and an old sign-up cause no notice': async (stage) => {
    await fresh(stage)
    await comes(stage, 'vera', null)
    await comes(stage, 'kai', '2020-01-01')
    await stage.truth(
      `insert into auth.users (id, email, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, created_at)
       values ($1, 'mary@example.com', now(), '{"role": "facility"}', '{}', now())`,
      [idOf('mary')],
    )
    assert.deepEqual(await told(stage, 'ada'), [])
    await stage.truth('update auth.users set email_confirmed_at = now() where id = $1', [
      idOf('vera'),
    ])
    const [notice, ...others] = await told(stage, 'ada')
    assert.deepEqual([notice?.['count'], others], [1, []])
    await stage.truth('update auth.users set phone_confirmed_at = now() where id = $1', [
      idOf('vera'),
    ])
    assert.deepEqual(await told(stage, 'ada'), [notice])
  },

  'an admin who is banned or deleted gets no notice': async (stage) => {
    for (const [name, change] of [
      ['vera', "banned_until = 'infinity'"],
      ['kai', 'banned_until = null, deleted_at = now()'],
    ] as const) {
      await fresh(stage)
      await stage.truth(`update auth.users set ${change} where id = $1`, [idOf('ada')])
      await comes(stage, name)
      assert.deepEqual(await stage.truth('select from public.notices'), [], change)
    }
  },

  'once nobody waits any more, the notices are settled': async (stage) => {
    await fresh(stage)
    await comes(stage, 'vera')
    await comes(stage, 'kai')
    await stage.as('ada', admit, [idOf('vera')])
    await stage.as('ada', admit, [idOf('nora')])
    assert.deepEqual(await told(stage, 'ada'), ofTwo)
    await stage.as('ada', "select public.admin_ban($1, 'infinity', 'Unwanted')", [idOf('kai')])
    assert.deepEqual(await told(stage, 'ada'), [])
  },

  'a user who gets a role is notified, also by email; a banned user gets none': async (stage) => {
    await fresh(stage)
    await comes(stage, 'vera')
    await stage.as('ada', admit, [idOf('nora')])
    await stage.as('ada', "select public.admin_ban($1, 'infinity', 'Unwanted')", [idOf('vera')])
    assert.deepEqual(await told(stage, 'nora'), given('/contractor-dashboard'))
    assert.deepEqual(await mails(stage), [['nora@example.com', ['role-given']]])
  },

  'so it is with a first role by the way of later ones, and with an admin whom the operator appoints':
    async (stage) => {
      const set = "select public.admin_set_role($1, 'facility', 'She called')"
      for (const [give, link] of [
        [() => stage.as('ada', set, [idOf('nora')]), '/facility-dashboard'],
        [() => stage.truth('select private.appoint_admin($1)', [idOf('nora')]), '/admin-dashboard'],
      ] as const) {
        await stage.truth('savepoint before_role')
        await fresh(stage)
        await comes(stage, 'vera')
        await stage.truth('delete from auth.users where id = $1', [idOf('vera')])
        assert.equal((await told(stage, 'ada')).length, 1, link)
        await give()
        assert.deepEqual(await told(stage, 'ada'), [], link)
        assert.deepEqual(await told(stage, 'nora'), given(link))
        assert.deepEqual(await mails(stage), [['nora@example.com', ['role-given']]])
        await stage.truth('rollback to savepoint before_role')
      }
    },

  'an account that the operator makes for an admin, or whose address they vouch for, is told nothing':
    async (stage) => {
      await fresh(stage)
      await comes(stage, 'vera')
      await stage.truth('select private.appoint_admin($1)', [idOf('vera')])
      const notices = 'select from public.notices where recipient_id = $1'
      assert.deepEqual(await stage.truth(notices, [idOf('vera')]), [])
    },

  'a user who is deleted, or banned by the server, no longer waits': async (stage) => {
    for (const change of [
      'delete from auth.users where id = $1',
      'update auth.users set deleted_at = now() where id = $1',
      "update auth.users set banned_until = 'infinity' where id = $1",
    ]) {
      await stage.truth('savepoint before_change')
      await fresh(stage)
      await comes(stage, 'vera')
      await stage.truth(change, [idOf('vera')])
      assert.equal((await told(stage, 'ada')).length, 1, change)
      await stage.truth(change, [idOf('nora')])
      assert.deepEqual(await told(stage, 'ada'), [], change)
      assert.deepEqual(await mails(stage), [], change)
      await stage.truth('rollback to savepoint before_change')
    }
  },

  'an admin who returns from a ban has no notice about users who no longer wait': async (stage) => {
    await fresh(stage)
    await comes(stage, 'vera')
    const ban = 'update auth.users set banned_until = $2 where id = $1'
    await stage.truth(ban, [idOf('ada'), 'infinity'])
    for (const name of ['vera', 'nora'])
      await stage.truth('delete from auth.users where id = $1', [idOf(name)])
    await stage.truth(ban, [idOf('ada'), null])
    assert.deepEqual(await told(stage, 'ada'), [])
  },

  'a former admin gets no notices, and no email that is about to go out': async (stage) => {
    await stage.truth('select private.appoint_admin($1)', [idOf('kim')])
    await fresh(stage)
    await comes(stage, 'vera')
    assert.equal((await mails(stage)).length, 2)
    await stage.as('kim', "select public.admin_set_role($1, 'facility', 'She left')", [idOf('ada')])
    assert.deepEqual(await told(stage, 'ada'), [])
    assert.deepEqual(await waiting(stage), [['kim@example.com', ['newcomer-came']]])
  },

  'newcomers cause one email a day to an admin, however many sign up': async (stage) => {
    await fresh(stage)
    await comes(stage, 'vera')
    assert.equal((await mails(stage)).length, 1)
    await comes(stage, 'kai')
    await stage.as('ada', 'select public.mark_notices_read()')
    await comes(stage, 'mia')
    await passes(stage, '23 hours 50 minutes')
    assert.equal(await lettersTo(stage, 'ada'), 1)
    await passes(stage, '10 minutes')
    assert.equal(await lettersTo(stage, 'ada'), 2)
    assert.deepEqual(await waiting(stage), [['ada@example.com', ['newcomer-came']]])
  },

  'a mail that had nothing left to say before it went out makes the next one wait for no day':
    async (stage) => {
      await fresh(stage)
      await comes(stage, 'vera')
      await passes(stage, '2 minutes')
      assert.equal(await lettersTo(stage, 'ada'), 1)
      await comes(stage, 'kai')
      assert.deepEqual(await waiting(stage), [])
      assert.deepEqual(await mails(stage), [['ada@example.com', ['newcomer-came']]])
    },

  'a newcomer during a failed email does not postpone the next one by a day': async (stage) => {
    await fresh(stage)
    await comes(stage, 'vera')
    assert.equal((await mails(stage)).length, 1)
    await comes(stage, 'kai')
    await fails(stage)
    assert.deepEqual(await waiting(stage), [])
    assert.deepEqual(await mails(stage), [['ada@example.com', ['newcomer-came']]])
  },

  'the same holds if the failed email goes out with other notices': async (stage) => {
    await fresh(stage)
    await comes(stage, 'vera')
    await tellOther(stage, 'ada')
    assert.equal((await mails(stage)).length, 1)
    await comes(stage, 'kai')
    await fails(stage)
    assert.deepEqual(await waiting(stage), [['ada@example.com', ['test']]])
    await stage.truth("delete from public.notices where kind = 'test'")
    await passes(stage, '30 minutes')
    assert.deepEqual(await waiting(stage), [['ada@example.com', ['newcomer-came']]])
  },

  'a failed email does not shorten the pause after one that went out': async (stage) => {
    await fresh(stage)
    await comes(stage, 'vera')
    assert.equal((await mails(stage)).length, 1)
    await stage.as('ada', 'select public.mark_notices_read()')
    await comes(stage, 'kai')
    await stage.truth("update public.notices set created_at = created_at - interval '1 hour'")
    await tellOther(stage, 'ada')
    await passes(stage, '30 minutes')
    await comes(stage, 'mia')
    assert.deepEqual(await waiting(stage), [['ada@example.com', ['test']]])
    await passes(stage, '23 hours')
    assert.equal(await lettersTo(stage, 'ada'), 2)
    await passes(stage, '30 minutes')
    assert.equal(await lettersTo(stage, 'ada'), 3)
  },
}
