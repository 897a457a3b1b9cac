import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { idOf, type Stage, type Stories } from '../support/run-story.ts'

const updateProfile = (assignment: string) => `update public.profiles set ${assignment} where id = auth.uid() returning *`

async function newAccount(stage: Stage, app: object, user: object) {
  const id = randomUUID()
  await stage.asServer('insert into auth.users (id, email, phone, raw_app_meta_data, raw_user_meta_data) values ($1, $2, $3, $4, $5)', [
    id, `${id}@example.com`, null, JSON.stringify(app), JSON.stringify(user),
  ])
  const [profile] = await stage.asServer('select role, username, full_name, company_name, services, time_zone from public.profiles where id = $1', [id])
  return { id, profile }
}

export const stories: Stories = {
  'a new account gets a profile with a slug as username, a contact and settings': async (stage) => {
    const { id, profile } = await newAccount(stage, { role: 'consultant' }, {
      full_name: '  Ada M. Lovelace ', company_name: 'Engines', services: ['Boilers', ' ', ' Pumps '],
    })
    assert.deepEqual(profile, {
      role: 'consultant', username: 'ada-m-lovelace', full_name: 'Ada M. Lovelace', company_name: 'Engines',
      services: ['Boilers', 'Pumps'], time_zone: 'America/Denver',
    })
    assert.deepEqual(await stage.asServer('select email from app.contacts where user_id = $1', [id]), [{ email: `${id}@example.com` }])
    assert.equal((await stage.asServer('select from public.notification_settings where user_id = $1 and email and sound and messages and job_updates and payments', [id])).length, 1)
  },

  'a role chosen at sign-up counts only while sign-up is open, and never makes an admin': async (stage) => {
    assert.equal((await newAccount(stage, {}, { role: 'facility' })).profile, undefined)
    await stage.asServer("update private.settings set value = 'open' where name = 'signup'")
    assert.equal((await newAccount(stage, {}, { role: 'facility' })).profile?.['role'], 'facility')
    assert.equal((await newAccount(stage, {}, { role: 'admin' })).profile, undefined)
    assert.equal((await newAccount(stage, { role: 'emperor' }, {})).profile, undefined)
  },

  'a contact follows its account': async (stage) => {
    await stage.asServer("update auth.users set email = 'new@example.com', phone = '123' where id = $1", [idOf('carl')])
    assert.deepEqual(await stage.asServer('select email, phone from app.contacts where user_id = $1', [idOf('carl')]), [{ email: 'new@example.com', phone: '123' }])
  },

  'signing in and refreshing record the activity': async (stage) => {
    const readActivity = 'select last_active_at is not null as active from public.profiles where id = $1'
    assert.deepEqual(await stage.asServer(readActivity, [idOf('carl')]), [{ active: false }])
    await stage.asServer('insert into auth.sessions (id, user_id) values (gen_random_uuid(), $1)', [idOf('carl')])
    assert.deepEqual(await stage.asServer(readActivity, [idOf('carl')]), [{ active: true }])
  },

  'input is trimmed, and empty input becomes null': async (stage) => {
    const [row = {}] = await stage.as('kim', updateProfile("bio = '  Hi ', headline = ' ', services = '{ Pumps ,\" \"}', profile_picture = ''"))
    const { bio, headline, services, profile_picture } = row
    assert.deepEqual({ bio, headline, services, profile_picture }, { bio: 'Hi', headline: null, services: ['Pumps'], profile_picture: null })
  },

  'texts and lists that are too long are refused': async (stage) => {
    for (const [column, longest] of Object.entries({ username: 100, full_name: 200, company_name: 200, headline: 200, location: 200, bio: 5000 })) {
      await stage.as('kim', updateProfile(`${column} = repeat('x', ${longest})`))
      await stage.assertRefused('kim', 'text_too_long', updateProfile(`${column} = repeat('x', ${longest + 1})`))
    }
    await stage.assertRefused('kim', 'words_invalid', updateProfile("services = array_fill('x'::text, array[51])"))
    await stage.assertRefused('kim', 'words_invalid', updateProfile("certifications = array[repeat('x', 101)]"))
  },

  "links lead to the user's own file or to https": async (stage) => {
    const ownPicture = `${idOf('kim')}/picture/me.png`
    const validLinks = [ownPicture, `http://127.0.0.1:3000/storage/v1/object/public/user-files/${ownPicture}`, 'https://example.com/me.png']
    for (const link of validLinks) await stage.as('kim', updateProfile('profile_picture = $1'), [link])
    const invalidLinks = [
      'javascript:alert(1)', 'data:text/html,x', 'http://example.com/a.png', `${idOf('carl')}/picture/me.png`,
      `${idOf('kim')}/job-photo/me.png`, `${idOf('kim')}/picture/../me.png`, 'https://exa mple.com/', ' //evil',
      `http://evil.example/storage/v1/object/public/user-files/${ownPicture}`,
    ]
    for (const link of invalidLinks) {
      await stage.assertRefused('kim', 'link_invalid', updateProfile('profile_picture = $1'), [link])
      await stage.assertRefused('kim', 'link_invalid', updateProfile('resume_url = $1'), [link])
    }
  },

  'with a site address, only its public files count as own': async (stage) => {
    await stage.asServer("insert into private.settings (name, value) values ('site_url', 'https://work.example')")
    await stage.assertRefused('kim', 'link_invalid', updateProfile('profile_picture = $1'), [`http://127.0.0.1:3000/storage/v1/object/public/user-files/${idOf('kim')}/picture/me.png`])
  },

  'links from before the site moved may stay': async (stage) => {
    await stage.as('kim', updateProfile('profile_picture = $1'), [`http://localhost:3000/storage/v1/object/public/user-files/${idOf('kim')}/picture/me.png`])
    await stage.asServer("insert into private.settings (name, value) values ('site_url', 'https://work.example')")
    await stage.asServer('insert into auth.sessions (id, user_id) values (gen_random_uuid(), $1)', [idOf('kim')])
    await stage.as('kim', updateProfile("bio = 'Still here'"))
  },

  'after a change of role, the rights of the old one end': async (stage) => {
    const setRole = 'select public.admin_set_role($1, $2, $3)'
    await stage.as('ada', setRole, [idOf('fiona'), 'contractor', 'Changed sides'])
    await stage.assertRefused('fiona', '42501', 'insert into public.bids (job_id, contractor_id, amount) values ($1, auth.uid(), 1)', [idOf('job open')])
    await stage.assertRefused('fiona', 'job_not_yours', 'select public.accept_and_reject_bids($1, $2)', [idOf('bid carl bidden'), idOf('job bidden')])
    await stage.assertRefused('fiona', '42501', 'update public.jobs set is_deleted = true where id = $1', [idOf('job open')])
    await stage.as('ada', setRole, [idOf('carl'), 'facility', 'Changed sides'])
    await stage.assertRefused('carl', '42501', "update public.jobs set status = 'finished' where id = $1", [idOf('job awarded')])
    await stage.assertRefused('carl', '42501', "update public.bids set status = 'withdrawn' where id = $1", [idOf('bid carl bidden')])
  },

  'an account without a role gets one and a profile': async (stage) => {
    await stage.as('ada', "select public.admin_set_role($1, 'contractor', 'Asked for it')", [idOf('nora')])
    assert.deepEqual(await stage.asServer("select role, username from public.profiles where id = $1", [idOf('nora')]), [{ role: 'contractor', username: 'nora' }])
  },

  'only a consultant has a fee, and it is money': async (stage) => {
    await stage.as('kim', updateProfile('consultation_fee = 99.5'))
    await stage.assertRefused('kim', 'money_invalid', updateProfile("consultation_fee = 'NaN'"))
    await stage.assertRefused('kim', 'money_invalid', updateProfile('consultation_fee = 0'))
    await stage.assertRefused('carl', 'fee_not_for_role', updateProfile('consultation_fee = 10'))
  },

  'a time zone has to be known': async (stage) => {
    await stage.as('kim', updateProfile("time_zone = 'Europe/Berlin'"))
    await stage.assertRefused('kim', 'time_zone_unknown', updateProfile("time_zone = 'Mars/Base'"))
  },

  'documents stay as stored, whatever is sent': async (stage) => {
    const [row = {}] = await stage.as('kim', updateProfile(`documents = '{"resume": "x"}', bio = 'new'`))
    assert.deepEqual(row['documents'], { resume: null, certifications: [] })
  },

  // @covers 6.hidden.not-listed
  'a hidden consultant disappears immediately for everyone except admins, counterparts and themselves': async (stage) => {
    const selectProfile = 'select from public.profiles where id = $1'
    const searchConsultants = 'select from public.search_consultants() where id = $1'
    assert.equal((await stage.as('carl', searchConsultants, [idOf('kim')])).length, 1)
    await stage.as('kim', updateProfile('is_hidden = true'))
    for (const person of ['carl', 'kurt'] as const) assert.equal((await stage.as(person, selectProfile, [idOf('kim')])).length, 0)
    for (const person of ['kim', 'fiona', 'ada'] as const) assert.equal((await stage.as(person, selectProfile, [idOf('kim')])).length, 1)
    for (const person of ['carl', 'fiona'] as const) assert.equal((await stage.as(person, searchConsultants, [idOf('kim')])).length, 0)
    await stage.as('fiona', 'update public.jobs set is_deleted = false where false')
  },

  'a hidden facility is not seen through its open job': async (stage) => {
    await stage.as('frank', updateProfile('is_hidden = true'))
    assert.equal((await stage.as('carl', 'select from public.profiles where id = $1', [idOf('frank')])).length, 0)
    assert.equal((await stage.as('cora', 'select from public.profiles where id = $1', [idOf('frank')])).length, 1)
  },

  // @covers 5.consultants.match
  'consultants are found by a part of a service or a name, in any case, and by rating': async (stage) => {
    await stage.as('kim', updateProfile("services = '{Boiler tuning,100% pumps}'"))
    const searchConsultants = async (query: string | null, rating = 0) =>
      (await stage.as('carl', 'select username, average_rating, review_count::integer from public.search_consultants($1, $2)', [query, rating])).length
    for (const query of ['', null, 'BOILER', 'tun', 'Kim', '100%']) assert.equal(await searchConsultants(query), 1, String(query))
    for (const query of ['roof', '%x', '_', '\\', "'; drop table x"]) assert.equal(await searchConsultants(query), 0, query)
    assert.equal(await searchConsultants('', 1), 0)
    await stage.asServer('insert into public.reviews (consultation_id, consultant_id, facility_id, rating) values ($1, $2, $3, 4)', [idOf('consultation past'), idOf('kim'), idOf('frank')])
    assert.deepEqual(await stage.as('carl', "select average_rating, review_count::integer from public.search_consultants('', 4)"), [{ average_rating: '4.0', review_count: 1 }])
    for (const rating of [-1, 4.5, 5]) {
      await stage.assertRefused('carl', 'min_rating_invalid', "select public.search_consultants('', $1)", [rating])
    }
  },

  // @covers 6.consultants.not-self
  'consultants do not find themselves': async (stage) => {
    const search = "select id from public.search_consultants('', 0)"
    assert.deepEqual(await stage.as('carl', search), [{ id: idOf('kim') }])
    assert.deepEqual(await stage.as('kim', search), [])
  },

  'users list and end their own sessions, and do not see those of others': async (stage) => {
    const [ownSession, otherSession] = [randomUUID(), randomUUID()]
    await stage.asServer('insert into auth.sessions (id, user_id, created_at) values ($1, $2, now()), ($3, $4, now())', [ownSession, idOf('carl'), otherSession, idOf('cora')])
    assert.deepEqual((await stage.as('carl', 'select id from public.my_sessions()')).map(({ id }) => id), [ownSession])
    await stage.assertRefused('carl', 'session_unknown', 'select public.end_my_session($1)', [otherSession])
    await stage.as('carl', 'select public.end_my_session($1)', [ownSession])
    assert.deepEqual(await stage.asServer('select id from auth.sessions'), [{ id: otherSession }])
  },

  "an admin's action on a user ends their sessions and is audited with its reason": async (stage) => {
    const adminActions = {
      end_sessions: ['select public.admin_end_sessions($1, $2)', 'Lost laptop'],
      set_role: ["select public.admin_set_role($1, 'facility', $2)", 'Changed sides'],
      ban: ["select public.admin_ban($1, 'infinity', $2)", 'Fraud'],
    }
    for (const [action, [statement = '', reason]] of Object.entries(adminActions)) {
      await stage.asServer('insert into auth.sessions (id, user_id) values (gen_random_uuid(), $1)', [idOf('kim')])
      await stage.assertRefused('ada', 'reason_missing', statement, [idOf('kim'), ' '])
      await stage.assertRefused('ada', 'person_unknown', statement, [idOf('no such person'), reason])
      await stage.as('ada', statement, [idOf('kim'), reason])
      assert.deepEqual(await stage.asServer('select from auth.sessions'), [])
      const [entry] = await stage.as('ada', 'select action, subject, reason, actor_id from public.admin_audit_log()')
      assert.deepEqual(entry, { action, subject: idOf('kim'), reason, actor_id: idOf('ada') })
    }
    assert.deepEqual(await stage.asServer("select p.role, raw_app_meta_data ->> 'role' as app_role, banned_until = 'infinity' as banned from public.profiles p join auth.users using (id) where id = $1", [idOf('kim')]), [{ role: 'facility', app_role: 'facility', banned: true }])
  },

  'an admin cannot demote or ban themselves, or give an unknown role': async (stage) => {
    await stage.assertRefused('ada', 'not_yourself', "select public.admin_set_role($1, 'facility', 'x')", [idOf('ada')])
    await stage.assertRefused('ada', 'not_yourself', "select public.admin_ban($1, 'infinity', 'x')", [idOf('ada')])
    await stage.assertRefused('ada', 'role_unknown', "select public.admin_set_role($1, 'king', 'x')", [idOf('kim')])
    await stage.assertRefused('ada', 'role_unknown', 'select public.admin_set_role($1, null, $2)', [idOf('kim'), 'x'])
  },

  'an admin without a required second factor has no admin rights': async (stage) => {
    await stage.asServer("update private.settings set value = 'on' where name = 'require_admin_mfa'")
    assert.equal((await stage.as('ada', 'select * from public.admin_user_list')).length, 7)
    for (const aal of ['aal1', 'none']) {
      stage.aal = aal
      await stage.assertRefused('ada', '42501', 'select * from public.admin_user_list')
      await stage.assertRefused('ada', '42501', 'select * from public.admin_audit_log()')
      await stage.assertRefused('ada', '42501', "select public.admin_ban($1, 'infinity', 'x')", [idOf('kim')])
      assert.equal((await stage.as('ada', 'select from public.jobs')).length, 0)
    }
    await stage.asServer("delete from private.settings where name = 'require_admin_mfa'")
    await stage.assertRefused('ada', '42501', 'select * from public.admin_audit_log()')
    await stage.asServer("insert into private.settings (name, value) values ('require_admin_mfa', 'on')")
    await stage.asServer("update private.settings set value = 'off' where name = 'require_admin_mfa'")
    assert.equal((await stage.as('ada', 'select * from public.admin_user_list')).length, 7)
  },
}
