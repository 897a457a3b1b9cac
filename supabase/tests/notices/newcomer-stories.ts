// Tests when admins get notices about self-registered users, and when these notices are marked as read.
import assert from 'node:assert/strict'
import { idOf, type Person, type Stage, type Stories } from '../support/run-story.ts'
import { dueEmails, queuedEmails, resetNotices } from './notification-emails.ts'

const admit = "select public.admin_admit($1, 'contractor', 'Nora Quist', 'Halls', 'She called')"
const insertUser = `insert into auth.users (id, email, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, created_at)
  values ($1, $2, $3::timestamptz, '{}', '{}', now())`

/** Creates an account without a role, whose email is confirmed at the given time. */
async function signUp(stage: Stage, name: string, confirmedAt: string | null = 'now') {
  await stage.asServer(insertUser, [idOf(name), `${name}@example.com`, confirmedAt])
}

const unreadNotices = async (stage: Stage, person: Person) =>
  stage.as(person, 'select kind, title, link, count from public.my_notices where not read')

const noticeOfTwo = [
  {
    kind: 'newcomer_came',
    title: 'New sign-ups are waiting for a role',
    link: '/admin/newcomers',
    count: 2,
  },
]

const roleGivenNotice = (link: string) => [
  { kind: 'role_given', title: 'Your account has a role now', link, count: 1 },
]

/** Moves emails and postponed notices into the past by this interval, and runs the scheduled tasks. */
async function passTime(stage: Stage, time: string) {
  await stage.asServer(
    'update private.notification_emails set queued_at = queued_at - $1::interval',
    [time],
  )
  await stage.asServer('update public.notices set mail_at = mail_at - $1::interval', [time])
  await stage.asServer('select private.run_scheduled()')
}

/** Creates another notice that is due by email at once. */
const createOtherNotice = (stage: Stage, person: Person) =>
  stage.asServer(
    `insert into public.notices (recipient_id, kind, source_id, mail_at)
     values ($1, 'test', gen_random_uuid(), now())`,
    [idOf(person)],
  )

/** Marks emails as failed, as if the mail server refused the latest attempt. */
const failEmails = (stage: Stage) =>
  stage.asServer('update private.outbox set attempts = attempts + 1')

const countEmails = async (stage: Stage, person: Person) =>
  (
    await stage.asServer('select from private.notification_emails where recipient_id = $1', [
      idOf(person),
    ])
  ).length

export const stories: Stories = {
  'a user for whom an admin chose a password is told by a notice and an email': async (stage) => {
    await resetNotices(stage)
    const insertCreated = `insert into auth.users
        (id, email, email_confirmed_at, encrypted_password, raw_app_meta_data, raw_user_meta_data, created_at)
      values ($1, $2, now(), $3, jsonb_build_object('role', 'facility', 'created_by', $4::text), '{}', now())`
    await stage.asServer(insertCreated, [idOf('mary'), 'mary@example.com', 'hash', idOf('ada')])
    await stage.asServer(insertCreated, [idOf('vera'), 'vera@example.com', '', idOf('ada')])
    assert.deepEqual(await stage.asServer('select recipient_id, kind from public.notices'), [
      { recipient_id: idOf('mary'), kind: 'account_created' },
    ])
    assert.deepEqual(await dueEmails(stage), [['mary@example.com', ['account-created']]])
  },

  // @covers sign-in.newcomer-admins
  'only admins are notified of newcomers, with one notice and one email': async (stage) => {
    await resetNotices(stage)
    await signUp(stage, 'vera')
    await signUp(stage, 'kai')
    assert.deepEqual(await unreadNotices(stage, 'ada'), noticeOfTwo)
    for (const person of ['fiona', 'carl', 'kim', 'nora'] as const)
      assert.deepEqual(await unreadNotices(stage, person), [])
    assert.deepEqual(await dueEmails(stage), [['ada@example.com', ['newcomer-came']]])
  },

  'an unconfirmed user, a user with a role and an old sign-up cause no notice': async (stage) => {
    await resetNotices(stage)
    await signUp(stage, 'vera', null)
    await signUp(stage, 'kai', '2020-01-01')
    await stage.asServer(
      `insert into auth.users (id, email, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, created_at)
       values ($1, 'mary@example.com', now(), '{"role": "facility"}', '{}', now())`,
      [idOf('mary')],
    )
    assert.deepEqual(await unreadNotices(stage, 'ada'), [])
    await stage.asServer('update auth.users set email_confirmed_at = now() where id = $1', [
      idOf('vera'),
    ])
    const [notice, ...others] = await unreadNotices(stage, 'ada')
    assert.deepEqual([notice?.['count'], others], [1, []])
    await stage.asServer('update auth.users set phone_confirmed_at = now() where id = $1', [
      idOf('vera'),
    ])
    assert.deepEqual(await unreadNotices(stage, 'ada'), [notice])
  },

  'an admin who is banned or deleted gets no notice': async (stage) => {
    for (const [name, updateUser] of [
      ['vera', "banned_until = 'infinity'"],
      ['kai', 'banned_until = null, deleted_at = now()'],
    ] as const) {
      await resetNotices(stage)
      await stage.asServer(`update auth.users set ${updateUser} where id = $1`, [idOf('ada')])
      await signUp(stage, name)
      assert.deepEqual(await stage.asServer('select from public.notices'), [], updateUser)
    }
  },

  'the notices are settled once nobody waits': async (stage) => {
    await resetNotices(stage)
    await signUp(stage, 'vera')
    await signUp(stage, 'kai')
    await stage.as('ada', admit, [idOf('vera')])
    await stage.as('ada', admit, [idOf('nora')])
    assert.deepEqual(await unreadNotices(stage, 'ada'), noticeOfTwo)
    await stage.as('ada', "select public.admin_ban($1, 'infinity', 'Unwanted')", [idOf('kai')])
    assert.deepEqual(await unreadNotices(stage, 'ada'), [])
  },

  // @covers sign-in.newcomer-told
  'a user who gets a role is notified, also by email; a banned user gets none': async (stage) => {
    await resetNotices(stage)
    await signUp(stage, 'vera')
    await stage.as('ada', admit, [idOf('nora')])
    await stage.as('ada', "select public.admin_ban($1, 'infinity', 'Unwanted')", [idOf('vera')])
    assert.deepEqual(await unreadNotices(stage, 'nora'), roleGivenNotice('/contractor-dashboard'))
    assert.deepEqual(await dueEmails(stage), [['nora@example.com', ['role-given']]])
  },

  'a first role by admin_set_role and an admin made by the operator cause the same notices': async (
    stage,
  ) => {
    const setRole = "select public.admin_set_role($1, 'facility', 'She called')"
    for (const [giveRole, link] of [
      [() => stage.as('ada', setRole, [idOf('nora')]), '/facility-dashboard'],
      [
        () => stage.asServer('select private.appoint_admin($1)', [idOf('nora')]),
        '/admin-dashboard',
      ],
    ] as const) {
      await stage.asServer('savepoint before_role')
      await resetNotices(stage)
      await signUp(stage, 'vera')
      await stage.asServer('delete from auth.users where id = $1', [idOf('vera')])
      assert.equal((await unreadNotices(stage, 'ada')).length, 1, link)
      await giveRole()
      assert.deepEqual(await unreadNotices(stage, 'ada'), [], link)
      assert.deepEqual(await unreadNotices(stage, 'nora'), roleGivenNotice(link))
      assert.deepEqual(await dueEmails(stage), [['nora@example.com', ['role-given']]])
      await stage.asServer('rollback to savepoint before_role')
    }
  },

  'an admin account that the operator creates or confirms causes no notice': async (stage) => {
    await resetNotices(stage)
    await signUp(stage, 'vera')
    await stage.asServer('select private.appoint_admin($1)', [idOf('vera')])
    const selectNotices = 'select from public.notices where recipient_id = $1'
    assert.deepEqual(await stage.asServer(selectNotices, [idOf('vera')]), [])
  },

  // @covers sign-in.newcomer-gone
  'a user who is deleted, or banned by the server, no longer waits': async (stage) => {
    for (const updateUser of [
      'delete from auth.users where id = $1',
      'update auth.users set deleted_at = now() where id = $1',
      "update auth.users set banned_until = 'infinity' where id = $1",
    ]) {
      await stage.asServer('savepoint before_change')
      await resetNotices(stage)
      await signUp(stage, 'vera')
      await stage.asServer(updateUser, [idOf('vera')])
      assert.equal((await unreadNotices(stage, 'ada')).length, 1, updateUser)
      await stage.asServer(updateUser, [idOf('nora')])
      assert.deepEqual(await unreadNotices(stage, 'ada'), [], updateUser)
      assert.deepEqual(await dueEmails(stage), [], updateUser)
      await stage.asServer('rollback to savepoint before_change')
    }
  },

  'an admin who returns from a ban has no notice about users who no longer wait': async (stage) => {
    await resetNotices(stage)
    await signUp(stage, 'vera')
    const banUser = 'update auth.users set banned_until = $2 where id = $1'
    await stage.asServer(banUser, [idOf('ada'), 'infinity'])
    for (const name of ['vera', 'nora'])
      await stage.asServer('delete from auth.users where id = $1', [idOf(name)])
    await stage.asServer(banUser, [idOf('ada'), null])
    assert.deepEqual(await unreadNotices(stage, 'ada'), [])
  },

  'a former admin gets no notices, and no email that is about to go out': async (stage) => {
    await stage.asServer('select private.appoint_admin($1)', [idOf('kim')])
    await resetNotices(stage)
    await signUp(stage, 'vera')
    assert.equal((await dueEmails(stage)).length, 2)
    await stage.as('kim', "select public.admin_set_role($1, 'facility', 'She left')", [idOf('ada')])
    assert.deepEqual(await unreadNotices(stage, 'ada'), [])
    assert.deepEqual(await queuedEmails(stage), [['kim@example.com', ['newcomer-came']]])
  },

  // @covers sign-in.newcomer-once-a-day
  'newcomers cause one email a day to an admin, however many sign up': async (stage) => {
    await resetNotices(stage)
    await signUp(stage, 'vera')
    assert.equal((await dueEmails(stage)).length, 1)
    await signUp(stage, 'kai')
    await stage.as('ada', 'select public.mark_notices_read()')
    await signUp(stage, 'mia')
    await passTime(stage, '23 hours 50 minutes')
    assert.equal(await countEmails(stage, 'ada'), 1)
    await passTime(stage, '10 minutes')
    assert.equal(await countEmails(stage, 'ada'), 2)
    assert.deepEqual(await queuedEmails(stage), [['ada@example.com', ['newcomer-came']]])
  },

  'an email that was never sent does not postpone the next one by a day': async (stage) => {
    await resetNotices(stage)
    await signUp(stage, 'vera')
    await passTime(stage, '2 minutes')
    assert.equal(await countEmails(stage, 'ada'), 1)
    await signUp(stage, 'kai')
    assert.deepEqual(await queuedEmails(stage), [])
    assert.deepEqual(await dueEmails(stage), [['ada@example.com', ['newcomer-came']]])
  },

  'a newcomer during a failed email does not postpone the next one by a day': async (stage) => {
    await resetNotices(stage)
    await signUp(stage, 'vera')
    assert.equal((await dueEmails(stage)).length, 1)
    await signUp(stage, 'kai')
    await failEmails(stage)
    assert.deepEqual(await queuedEmails(stage), [])
    assert.deepEqual(await dueEmails(stage), [['ada@example.com', ['newcomer-came']]])
  },

  'a failed email that is sent later with other notices does not postpone the next one either':
    async (stage) => {
      await resetNotices(stage)
      await signUp(stage, 'vera')
      await createOtherNotice(stage, 'ada')
      assert.equal((await dueEmails(stage)).length, 1)
      await signUp(stage, 'kai')
      await failEmails(stage)
      assert.deepEqual(await queuedEmails(stage), [['ada@example.com', ['test']]])
      await stage.asServer("delete from public.notices where kind = 'test'")
      await passTime(stage, '30 minutes')
      assert.deepEqual(await queuedEmails(stage), [['ada@example.com', ['newcomer-came']]])
    },

  'a failed email does not shorten the pause after one that went out': async (stage) => {
    await resetNotices(stage)
    await signUp(stage, 'vera')
    assert.equal((await dueEmails(stage)).length, 1)
    await stage.as('ada', 'select public.mark_notices_read()')
    await signUp(stage, 'kai')
    await stage.asServer("update public.notices set created_at = created_at - interval '1 hour'")
    await createOtherNotice(stage, 'ada')
    await passTime(stage, '30 minutes')
    await signUp(stage, 'mia')
    assert.deepEqual(await queuedEmails(stage), [['ada@example.com', ['test']]])
    await passTime(stage, '23 hours')
    assert.equal(await countEmails(stage, 'ada'), 2)
    await passTime(stage, '30 minutes')
    assert.equal(await countEmails(stage, 'ada'), 3)
  },
}
