// Tests how users become admins, how the app treats deleted and banned users, and the search for users.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { idOf, type Stage, type Stories } from '../support/run-story.ts'

const appointAdmin = 'select private.appoint_admin($1) as was_none'
const lastEntry =
  'select action, subject, actor_id, reason, details from app.audit_log order by id desc limit 1'

async function newAccount(stage: Stage, app: object) {
  const id = randomUUID()
  await stage.asServer(
    'insert into auth.users (id, email, raw_app_meta_data) values ($1, $2, $3)',
    [id, `${id}@example.com`, JSON.stringify(app)],
  )
  return id
}

const findUser = (stage: Stage, id: string) =>
  stage.asServer(
    `select p.role, p.username, p.full_name, u.raw_app_meta_data ->> 'role' as app_role
     from public.profiles p join auth.users u using (id) where id = $1`,
    [id],
  )

export const stories: Stories = {
  'an account is made an admin and audited': async (stage) => {
    const id = await newAccount(stage, {})
    assert.deepEqual(await stage.asServer(appointAdmin, [id]), [{ was_none: true }])
    assert.deepEqual(await findUser(stage, id), [
      { role: 'admin', username: 'admin', full_name: 'Admin', app_role: 'admin' },
    ])
    assert.deepEqual(await stage.asServer(lastEntry), [
      {
        action: 'appoint_admin',
        subject: id,
        actor_id: null,
        reason: null,
        details: { from: null },
      },
    ])
  },

  'a user who becomes an admin keeps their name, loses their fee and is signed out': async (
    stage,
  ) => {
    await stage.asServer('insert into auth.sessions (id, user_id) values (gen_random_uuid(), $1)', [
      idOf('kim'),
    ])
    await stage.asServer(appointAdmin, [idOf('kim')])
    assert.deepEqual(await findUser(stage, idOf('kim')), [
      { role: 'admin', username: 'kim', full_name: 'kim', app_role: 'admin' },
    ])
    assert.deepEqual(
      await stage.asServer('select consultation_fee as fee from public.profiles where id = $1', [
        idOf('kim'),
      ]),
      [{ fee: null }],
    )
    assert.deepEqual(await stage.asServer('select from auth.sessions'), [])
    const [entry] = await stage.asServer(lastEntry)
    assert.deepEqual(entry?.['details'], { from: 'consultant' })
  },

  'a user who is an admin already stays signed in': async (stage) => {
    await stage.asServer('insert into auth.sessions (id, user_id) values (gen_random_uuid(), $1)', [
      idOf('ada'),
    ])
    const [before] = await stage.asServer(lastEntry)
    assert.deepEqual(await stage.asServer(appointAdmin, [idOf('ada')]), [{ was_none: false }])
    assert.equal((await stage.asServer('select from auth.sessions')).length, 1)
    assert.deepEqual((await stage.asServer(lastEntry))[0], before)
  },

  'no client can make an admin': async (stage) => {
    for (const person of ['kim', 'ada', 'visitor'] as const) {
      await stage.assertRefused(person, '42501', appointAdmin, [idOf('kim')])
      await stage.assertRefused(person, '42501', 'select private.has_admin()')
      await stage.assertRefused(person, '42501', "select app.give_role($1, 'admin')", [idOf('kim')])
    }
    assert.equal(
      (await stage.serverRefusal(appointAdmin, [idOf('no such person')]))?.code,
      'person_unknown',
    )
  },

  'has_admin is true for an admin, and false for a deleted one': async (stage) => {
    const askSql = 'select private.has_admin() as is_there'
    assert.deepEqual(await stage.asServer(askSql), [{ is_there: true }])
    await stage.asServer('update auth.users set deleted_at = now() where id = $1', [idOf('ada')])
    assert.deepEqual(await stage.asServer(askSql), [{ is_there: false }])
  },

  'asking_admin names the admin, with the second factor if it is required': async (stage) => {
    const askSql = 'select public.asking_admin() as id'
    assert.deepEqual(await stage.as('ada', askSql), [{ id: idOf('ada') }])
    await stage.asServer(
      "update private.settings set value = 'on' where name = 'require_admin_mfa'",
    )
    assert.deepEqual(await stage.as('ada', askSql), [{ id: idOf('ada') }])
    for (const aal of ['aal1', 'none']) {
      stage.aal = aal
      assert.equal((await stage.assertRefused('ada', 'second_factor_required', askSql)).status, 403)
      await stage.assertRefused('kim', '42501', askSql)
    }
  },

  'asking_admin refuses the server itself': async (stage) => {
    assert.equal((await stage.serverRefusal('select public.asking_admin()'))?.code, '42501')
  },

  'an account that an admin created through the server is audited as theirs': async (stage) => {
    const id = await newAccount(stage, { role: 'facility', created_by: idOf('ada') })
    assert.deepEqual(await stage.asServer(lastEntry), [
      {
        action: 'create_user',
        subject: id,
        actor_id: idOf('ada'),
        reason: null,
        details: { role: 'facility' },
      },
    ])
    const [before] = await stage.asServer(lastEntry)
    await newAccount(stage, { role: 'facility' })
    assert.deepEqual((await stage.asServer(lastEntry))[0], before)
  },

  'an account whose creator does not exist is not created': async (stage) => {
    const insertUser = `insert into auth.users (id, raw_app_meta_data) values (gen_random_uuid(), '{"created_by": "me"}')`
    assert.equal((await stage.serverRefusal(insertUser))?.code, '22P02')
  },

  'strangers no longer find a user whose account is deleted': async (stage) => {
    const selectUser = 'select from public.profiles where id = $1'
    assert.equal((await stage.as('carl', selectUser, [idOf('kim')])).length, 1)
    await stage.asServer('update auth.users set deleted_at = now() where id = $1', [idOf('kim')])
    assert.equal((await stage.as('carl', selectUser, [idOf('kim')])).length, 0)
    assert.equal((await stage.as('fiona', selectUser, [idOf('kim')])).length, 1)
    assert.equal(
      (
        await stage.as('carl', 'select from public.search_consultants() where id = $1', [
          idOf('kim'),
        ])
      ).length,
      0,
    )
  },

  'a banned consultant is neither found nor booked until the ban ends': async (stage) => {
    const search = async () =>
      (
        await stage.as('carl', 'select from public.search_consultants() where id = $1', [
          idOf('kim'),
        ])
      ).length
    const book = `insert into public.consultations (consultant_id, facility_id, scheduled_at)
      values ($1, auth.uid(), now() + interval '9 days')`
    assert.equal(await search(), 1)
    const ban =
      "select public.admin_ban(user_id => $1, until => now() + interval '1 day', reason => 'Fraud')"
    await stage.as('ada', ban, [idOf('kim')])
    assert.equal(await search(), 0)
    await stage.assertRefused('frank', '42501', book, [idOf('kim')])
    // A user still sees a banned consultant whom the user has booked before.
    const selectProfile = 'select from public.profiles where id = $1'
    assert.equal((await stage.as('frank', selectProfile, [idOf('kim')])).length, 1)
    await stage.asServer('update auth.users set banned_until = now() where id = $1', [idOf('kim')])
    assert.equal(await search(), 1)
    await stage.as('frank', book, [idOf('kim')])
  },

  'a ban ends in the future, shows in the list, and is lifted by one without an end': async (
    stage,
  ) => {
    const ban = (until: string) =>
      `select public.admin_ban(user_id => $1, until => ${until}, reason => 'Fraud')`
    for (const until of ["'-infinity'", 'now()', "now() - interval '1 day'"]) {
      const { status } = await stage.assertRefused('ada', 'ban_over', ban(until), [idOf('kim')])
      assert.equal(status, 400)
    }
    const readListEntry = async () => {
      const list =
        'select banned_until > now() as is_banned from public.admin_user_list where id = $1'
      const [row] = await stage.as('ada', list, [idOf('kim')])
      return row?.['is_banned']
    }
    await stage.as('ada', ban("now() + interval '1 day'"), [idOf('kim')])
    assert.equal(await readListEntry(), true)
    await stage.as('ada', "select public.admin_ban(user_id => $1, reason => 'Mistaken')", [
      idOf('kim'),
    ])
    assert.equal(await readListEntry(), null)
    assert.deepEqual(
      await stage.asServer('select banned_until from auth.users where id = $1', [idOf('kim')]),
      [{ banned_until: null }],
    )
  },

  'an admin who was just banned cannot ban anybody or give a role': async (stage) => {
    await stage.asServer("update auth.users set banned_until = 'infinity' where id = $1", [
      idOf('ada'),
    ])
    for (const procedure of [
      "admin_ban($1, 'infinity', 'x')",
      "admin_set_role($1, 'admin', 'x')",
    ]) {
      await stage.assertRefused('ada', '42501', `select public.${procedure}`, [idOf('kim')])
    }
  },

  'only the user and admins see the end of a ban': async (stage) => {
    await stage.as('ada', "select public.admin_ban($1, 'infinity', 'Fraud')", [idOf('kim')])
    const selectUser = 'select banned_until from app.contacts where user_id = $1'
    assert.equal((await stage.as('kim', selectUser, [idOf('kim')])).length, 1)
    assert.equal((await stage.as('fiona', selectUser, [idOf('kim')])).length, 0)
  },

  'the search words are the current names in lower case, and last the role': async (stage) => {
    const readSearchWords = async () => {
      const contact = 'select search_text from app.contacts where user_id = $1'
      const [row] = await stage.asServer(contact, [idOf('kim')])
      return row?.['search_text']
    }
    await stage.as(
      'kim',
      "update public.profiles set full_name = 'Ümit <b>=1+1</b>', username = null where id = auth.uid()",
    )
    await stage.asServer("update auth.users set email = 'New@Example.com' where id = $1", [
      idOf('kim'),
    ])
    assert.equal(await readSearchWords(), 'ümit <b>=1+1</b>\nkim inc.\nnew@example.com\nconsultant')
    await stage.as(
      'kim',
      "update public.profiles set company_name = 'Halls Ltd' where id = auth.uid()",
    )
    await stage.as('ada', "select public.admin_set_role($1, 'facility', 'Changed sides')", [
      idOf('kim'),
    ])
    assert.equal(await readSearchWords(), 'ümit <b>=1+1</b>\nhalls ltd\nnew@example.com\nfacility')
  },

  'search finds an account without a role and one with the longest names': async (stage) => {
    const id = await newAccount(stage, {})
    assert.deepEqual(
      await stage.asServer('select search_text as words from app.contacts where user_id = $1', [
        id,
      ]),
      [{ words: '' }],
    )
    await stage.asServer('update public.profiles set full_name = $2 where id = $1', [
      idOf('kim'),
      'İ'.repeat(200),
    ])
    const search = 'select from public.admin_search_users($1)'
    assert.equal((await stage.as('ada', search, ['İ'.repeat(200)])).length, 1)
  },

  // @covers screens.admin.by-company screens.admin.by-id
  'an admin finds users by a literal part of their names, or by an id': async (stage) => {
    const search = async (query: string, byRole = true) =>
      (
        await stage.as('ada', 'select id from public.admin_search_users($1, $2)', [query, byRole])
      ).map(({ id }) => id)
    const kim = [idOf('kim')]
    await stage.asServer(
      "update public.profiles set full_name = 'Kim O*B%C_D\\E', company_name = 'Halls Ltd' where id = $1",
      kim,
    )
    for (const query of [
      'O*B',
      'b%c',
      'C_d',
      'd\\e',
      'HALLS L',
      idOf('kim'),
      idOf('kim').slice(0, 8),
    ])
      assert.deepEqual(await search(query), kim, query)
    for (const nothing of ['o%b', 'b_c', 'o_b', '\\\\', idOf('kim').slice(0, 7)])
      assert.deepEqual(await search(nothing), [], nothing)
    // A search that leaves out the role finds nobody by the name of a role.
    assert.deepEqual(new Set(await search('consultan')), new Set([idOf('kim'), idOf('kurt')]))
    assert.deepEqual(await search('consultan', false), [])
    assert.deepEqual(await search('halls', false), kim)
    await stage.assertRefused('ada', 'text_missing', 'select public.admin_search_users(null)')
    await stage.assertRefused('ada', 'text_too_long', 'select public.admin_search_users($1)', [
      'x'.repeat(201),
    ])
  },
}
