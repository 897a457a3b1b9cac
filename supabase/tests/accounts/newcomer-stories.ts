// Tests self-registered users without a role.
import assert from 'node:assert/strict'
import { blankTexts } from '../support/blank-texts.ts'
import { idOf, type Stage, type Stories } from '../support/run-story.ts'

const listNewcomers = 'select id, email, phone, full_name, banned_until from public.admin_newcomers'
const openItems =
  "select id, title, other_name, count::integer from public.dashboard_waiting where kind = 'newcomer'"
const admit = 'select public.admin_admit($1, $2, $3, $4, $5)'
const admission = ['facility', 'Nora Quist', 'Quist Halls', 'She called'] as const

const nora = { email: 'nora@example.com', phone: null, full_name: 'nora', banned_until: null }

const banUser = 'select public.admin_ban($1, $2, $3)'

const signUpByPhone = (stage: Stage) =>
  stage.asServer(
    `update auth.users set email = null, email_confirmed_at = null, phone = '15550100', phone_confirmed_at = now(),
       raw_user_meta_data = '{}' where id = $1`,
    [idOf('nora')],
  )

/** The same phone number, or a part of it, in different formats. */
const typedNumbers = [
  '+15550100',
  '15550100',
  '+1 (555) 01-00',
  '1 555 01 00',
  '(555) 01-00',
  '+1.555',
  '+1\u00a0555 01/00',
]

const findUser = (stage: Stage) =>
  stage.asServer(
    `select p.role, p.full_name, p.company_name, p.username, u.raw_app_meta_data ->> 'role' as app_role
     from public.profiles p join auth.users u using (id) where id = $1`,
    [idOf('nora')],
  )

export const stories: Stories = {
  'a self-registered user is listed for admins, as an open item': async (stage) => {
    assert.deepEqual(await stage.as('ada', listNewcomers), [{ id: idOf('nora'), ...nora }])
    assert.deepEqual(await stage.as('ada', openItems), [
      { id: idOf('nora'), title: 'nora@example.com', other_name: 'nora', count: 1 },
    ])
    for (const person of ['fiona', 'carl', 'kim', 'nora'] as const)
      assert.deepEqual(await stage.as(person, openItems), [])
  },

  'an unconfirmed or deleted account is not listed': async (stage) => {
    for (const change of [
      'email_confirmed_at = null',
      'email_confirmed_at = now(), deleted_at = now()',
    ]) {
      await stage.asServer(`update auth.users set ${change} where id = $1`, [idOf('nora')])
      assert.deepEqual(await stage.as('ada', listNewcomers), [], change)
      assert.deepEqual(await stage.as('ada', openItems), [], change)
      await stage.assertRefused('ada', 'person_unknown', admit, [idOf('nora'), ...admission])
    }
    assert.deepEqual(await findUser(stage), [])
  },

  'a user with a phone and no name is shown by the phone': async (stage) => {
    await signUpByPhone(stage)
    const [row] = await stage.as('ada', listNewcomers)
    assert.deepEqual(row, {
      ...nora,
      id: idOf('nora'),
      email: null,
      phone: '15550100',
      full_name: null,
    })
    const [openItem] = await stage.as('ada', openItems)
    assert.deepEqual([openItem?.['title'], openItem?.['other_name']], ['+15550100', '+15550100'])
    await stage.as('ada', "select public.admin_ban($1, 'infinity', 'Not one of ours')", [
      idOf('nora'),
    ])
    const search = 'select subject_name from public.admin_search_audit($1)'
    for (const typed of typedNumbers)
      assert.deepEqual(
        await stage.as('ada', search, [typed]),
        [{ subject_name: '+15550100' }],
        typed,
      )
    // These texts match no number: "55-01", for example, has fewer than five digits.
    for (const other of ['+1 555 02', '1 555 02', '+2', '+ -', '+1 555 nora', '55-01'])
      assert.deepEqual(await stage.as('ada', search, [other]), [], other)
  },

  // @covers sign-in.newcomer-phone-role
  'a user who signed up by phone is found by the current number, also after getting a role': async (
    stage,
  ) => {
    const search = async (typed: string) =>
      (
        await stage.as('ada', 'select username from public.admin_search_users($1, false)', [typed])
      ).map(({ username }) => username)
    await signUpByPhone(stage)
    await stage.as('ada', admit, [idOf('nora'), ...admission])
    const entries = 'select action, details from public.admin_search_audit($1)'
    for (const typed of typedNumbers) {
      assert.deepEqual(await search(typed), ['nora-quist'], typed)
      assert.deepEqual(
        await stage.as('ada', entries, [typed]),
        [{ action: 'admit', details: { role: 'facility', phone: '+15550100' } }],
        typed,
      )
    }
    await stage.asServer("update auth.users set phone = '15550199' where id = $1", [idOf('nora')])
    assert.deepEqual(await search('+1 555 0100'), [])
    assert.equal((await search('+1 555 0199')).length, 1)
  },

  'a user with an email is audited without their phone': async (stage) => {
    await stage.asServer("update auth.users set phone = '15550100' where id = $1", [idOf('nora')])
    await stage.as('ada', admit, [idOf('nora'), ...admission])
    const entry = "select details, search_text as words from app.audit_log where action = 'admit'"
    assert.deepEqual(await stage.asServer(entry), [
      { details: { role: 'facility' }, words: 'ada\nquist halls\nshe called' },
    ])
  },

  'a newcomer who gets a role gets a profile at once, is audited, and stays signed in': async (
    stage,
  ) => {
    await stage.asServer('insert into auth.sessions (id, user_id) values (gen_random_uuid(), $1)', [
      idOf('nora'),
    ])
    await stage.as('ada', admit, [
      idOf('nora'),
      'facility',
      ' Nora Quist ',
      'Quist Halls',
      ' She called ',
    ])
    assert.deepEqual(await findUser(stage), [
      {
        role: 'facility',
        full_name: 'Nora Quist',
        company_name: 'Quist Halls',
        username: 'nora-quist',
        app_role: 'facility',
      },
    ])
    assert.equal((await stage.asServer('select from auth.sessions')).length, 1)
    assert.equal(
      (await stage.as('nora', 'select from public.profiles where id = auth.uid()')).length,
      1,
    )
    assert.deepEqual(await stage.as('ada', listNewcomers), [])
    assert.deepEqual(await stage.as('ada', openItems), [])
    const [entry] = await stage.as(
      'ada',
      'select actor_id, action, subject, subject_name, reason, details from public.admin_audit_entries',
    )
    assert.deepEqual(entry, {
      actor_id: idOf('ada'),
      action: 'admit',
      subject: idOf('nora'),
      subject_name: 'Quist Halls',
      reason: 'She called',
      details: { role: 'facility' },
    })
  },

  'each role except admin can be given, with a name, a company and a reason': async (stage) => {
    const [, ...rest] = admission
    for (const role of ['admin', 'king', null])
      await stage.assertRefused('ada', 'role_not_for_newcomers', admit, [
        idOf('nora'),
        role,
        ...rest,
      ])
    for (const [name, company] of [
      [null, 'Halls'],
      ['Nora', null],
      ...blankTexts.flatMap((blank) => [
        [blank, 'Halls'],
        ['Nora', blank],
      ]),
    ])
      await stage.assertRefused('ada', 'text_missing', admit, [
        idOf('nora'),
        'facility',
        name,
        company,
        'x',
      ])
    const long = 'x'.repeat(201)
    await stage.assertRefused('ada', 'text_too_long', admit, [
      idOf('nora'),
      'facility',
      long,
      'Halls',
      'x',
    ])
    await stage.assertRefused('ada', 'text_too_long', admit, [
      idOf('nora'),
      'facility',
      'Nora',
      long,
      'x',
    ])
    await stage.assertRefused('ada', 'reason_missing', admit, [
      idOf('nora'),
      'facility',
      'Nora',
      'Halls',
      ' ',
    ])
    assert.deepEqual(await findUser(stage), [])
    assert.equal((await stage.as('ada', listNewcomers)).length, 1)
    for (const role of ['facility', 'contractor', 'consultant']) {
      await stage.asServer('delete from public.profiles where id = $1', [idOf('nora')])
      await stage.asServer("update app.contacts set search_text = '' where user_id = $1", [
        idOf('nora'),
      ])
      await stage.as('ada', admit, [idOf('nora'), role, ...rest])
      assert.equal((await findUser(stage))[0]?.['role'], role)
    }
  },

  'a user with a role, an unknown user and the admin themselves are not admitted': async (
    stage,
  ) => {
    await stage.assertRefused('ada', 'person_has_role', admit, [idOf('kim'), ...admission])
    await stage.assertRefused('ada', 'not_yourself', admit, [idOf('ada'), ...admission])
    await stage.assertRefused('ada', 'person_unknown', admit, [idOf('nobody'), ...admission])
    await stage.as('ada', admit, [idOf('nora'), ...admission])
    const again = [idOf('nora'), 'contractor', 'Other', 'Other', 'Twice'] as const
    await stage.assertRefused('ada', 'person_has_role', admit, [...again])
    assert.equal((await findUser(stage))[0]?.['role'], 'facility')
  },

  'a banned user gets no role until the ban is lifted or over': async (stage) => {
    for (const over of ["now() - interval '1 hour'", 'null']) {
      await stage.asServer('delete from public.profiles where id = $1', [idOf('nora')])
      await stage.asServer("update app.contacts set search_text = '' where user_id = $1", [
        idOf('nora'),
      ])
      await stage.as('ada', banUser, [idOf('nora'), 'infinity', 'Not one of ours'])
      await stage.assertRefused('ada', 'person_banned', admit, [idOf('nora'), ...admission])
      assert.deepEqual(await findUser(stage), [])
      await stage.asServer(`update auth.users set banned_until = ${over} where id = $1`, [
        idOf('nora'),
      ])
      await stage.as('ada', admit, [idOf('nora'), ...admission])
      assert.equal((await findUser(stage))[0]?.['role'], 'facility')
    }
  },

  'admin_set_role refuses a banned user a first role, but not a later one': async (stage) => {
    const setRole = 'select public.admin_set_role($1, $2, $3)'
    await stage.as('ada', banUser, [idOf('nora'), 'infinity', 'Not one of ours'])
    await stage.assertRefused('ada', 'person_banned', setRole, [idOf('nora'), 'facility', 'Error'])
    assert.deepEqual(await findUser(stage), [])
    await stage.as('ada', banUser, [idOf('nora'), null, 'Mistaken'])
    await stage.as('ada', setRole, [idOf('nora'), 'facility', 'She called'])
    assert.equal((await findUser(stage))[0]?.['role'], 'facility')
    await stage.as('ada', banUser, [idOf('nora'), 'infinity', 'Fraud'])
    await stage.as('ada', setRole, [idOf('nora'), 'contractor', 'As which she may come back'])
    assert.equal((await findUser(stage))[0]?.['role'], 'contractor')
  },

  'an admin without a second factor, or who was just banned, sees and admits nobody': async (
    stage,
  ) => {
    await stage.asServer(
      "update private.settings set value = 'on' where name = 'require_admin_mfa'",
    )
    stage.aal = 'aal1'
    await stage.assertRefused('ada', '42501', listNewcomers)
    await stage.assertRefused('ada', '42501', admit, [idOf('nora'), ...admission])
    stage.aal = 'aal2'
    await stage.asServer("update auth.users set banned_until = 'infinity' where id = $1", [
      idOf('ada'),
    ])
    await stage.assertRefused('ada', '42501', admit, [idOf('nora'), ...admission])
  },

  'a banned newcomer stays listed, no longer waits, and is audited by email': async (stage) => {
    await stage.as('ada', "select public.admin_ban($1, 'infinity', 'Not one of ours')", [
      idOf('nora'),
    ])
    const isBanned = `select banned_until = 'infinity' as banned from public.admin_newcomers`
    assert.deepEqual(await stage.as('ada', isBanned), [{ banned: true }])
    assert.deepEqual(await stage.as('ada', openItems), [])
    const search = "select action, subject_name from public.admin_search_audit('nora@')"
    assert.deepEqual(await stage.as('ada', search), [
      { action: 'ban', subject_name: 'nora@example.com' },
    ])
    await stage.as('ada', "select public.admin_ban(user_id => $1, reason => 'Mistaken')", [
      idOf('nora'),
    ])
    assert.equal((await stage.as('ada', openItems)).length, 1)
  },
}
