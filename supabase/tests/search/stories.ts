import assert from 'node:assert/strict'
import { type Person } from '../support/world.ts'
import { idOf, type Stage, type Stories } from '../support/run-story.ts'

/** Adds users of a role with these names. Consultants have a profile. */
async function addUsers(stage: Stage, role: 'facility' | 'consultant', names: string[]) {
  for (const name of names) {
    await stage.asServer('insert into auth.users (id, raw_app_meta_data) values ($1, $2)', [
      idOf(name),
      { role },
    ])
    await stage.asServer(
      "update public.profiles set full_name = $2, bio = 'Advice.', is_hidden = false where id = $1",
      [idOf(name), name],
    )
  }
}

/** Returns the names of the people that a user finds, in their order. */
async function foundPeople(stage: Stage, person: Person, query: string) {
  const rows = await stage.as(
    person,
    "select title from public.search_objects($1) where kind = 'person'",
    [query],
  )
  return rows.map(({ title }) => title)
}

/** Returns the titles of what a user finds, each after its kind. */
async function found(stage: Stage, person: Person, query: string) {
  const rows = await stage.as(person, 'select kind, title from public.search_objects($1)', [query])
  return rows.map(({ kind, title }) => `${String(kind)} ${String(title)}`).toSorted()
}

export const stories: Stories = {
  // @covers screens.palette.objects
  'a facility finds its own jobs, but no deleted job and no job of others': async (stage) => {
    assert.deepEqual(await found(stage, 'fiona', 'job'), [
      'job Job awarded',
      'job Job bidden',
      'job Job finished',
      'job Job open',
    ])
    assert.deepEqual(await found(stage, 'frank', 'job'), ['job Job frank'])
  },

  'a contractor finds available jobs and the jobs of own bids, but no job that others won': async (
    stage,
  ) => {
    assert.deepEqual(await found(stage, 'carl', 'job'), [
      'job Job awarded',
      'job Job bidden',
      'job Job finished',
      'job Job frank',
      'job Job open',
    ])
    assert.deepEqual(await found(stage, 'cora', 'finished'), [])
  },

  'a contractor also finds available jobs by a word of their description': async (stage) => {
    assert.ok((await found(stage, 'carl', 'leaking')).includes('job Job open'))
  },

  'a contractor finds an older job with the word in its title before newer jobs with it in the text': async (
    stage,
  ) => {
    for (const [title, description, hours] of [
      ['The clogged drain', 'Clear it.', 20],
      ...Array.from({ length: 7 }, (_, index) => [`Sink ${index}`, 'The drain smells.', index]),
    ])
      await stage.asServer(
        `insert into public.jobs (facility_id, title, description, budget, created_at)
         values ($1, $2, $3, 5, now() - make_interval(hours => $4))`,
        [idOf('frank'), title, description, hours],
      )
    const titles = await found(stage, 'carl', 'drain')
    assert.equal(titles.length, 6)
    assert.ok(titles.includes('job The clogged drain'))
  },

  'an admin finds all jobs that are not deleted': async (stage) => {
    assert.deepEqual(await found(stage, 'ada', 'job'), [
      'job Job awarded',
      'job Job bidden',
      'job Job finished',
      'job Job frank',
      'job Job open',
    ])
    assert.deepEqual((await found(stage, 'ada', 'jo')).length, 5)
  },

  'an admin with a single factor finds as little as a stranger': async (stage) => {
    stage.aal = 'aal1'
    await stage.asServer("update private.settings set value = 'on' where name = 'require_admin_mfa'")
    assert.deepEqual(await found(stage, 'ada', 'job'), [])
    assert.deepEqual(await found(stage, 'ada', 'carl'), [])
  },

  'no contractor finds another contractor or their bids': async (stage) => {
    assert.deepEqual(await found(stage, 'carl', 'cora'), [])
    assert.deepEqual(await found(stage, 'kim', 'carl'), [])
    assert.deepEqual(await found(stage, 'fiona', 'carl'), ['person carl'])
    assert.deepEqual(await found(stage, 'ada', 'carl'), ['person carl'])
  },

  'a hidden consultant is found only by admins and by facilities that booked them': async (
    stage,
  ) => {
    assert.deepEqual(await found(stage, 'fiona', 'kurt'), [])
    assert.deepEqual(await found(stage, 'carl', 'kurt'), [])
    assert.deepEqual(await found(stage, 'frank', 'kurt'), ['consultation kurt', 'person kurt'])
    assert.deepEqual(await found(stage, 'ada', 'kurt'), ['consultation kurt', 'person kurt'])
  },

  'a consultant is found by a part of a service': async (stage) => {
    await stage.as('kim', "update public.profiles set services = '{Boiler tests}' where id = $1", [
      idOf('kim'),
    ])
    assert.deepEqual(await found(stage, 'carl', 'boil'), ['person kim'])
  },

  'a consultant without a profile and a banned consultant are not found': async (stage) => {
    await stage.asServer("update public.profiles set bio = null where id = $1", [idOf('kim')])
    assert.deepEqual(await found(stage, 'carl', 'kim'), [])
    await stage.asServer("update public.profiles set bio = 'Boilers.' where id = $1", [idOf('kim')])
    assert.deepEqual(await found(stage, 'carl', 'kim'), ['person kim'])
    await stage.as('ada', "select public.admin_ban($1, 'infinity', 'Fraud')", [idOf('kim')])
    assert.deepEqual(await found(stage, 'carl', 'kim'), [])
  },

  'a contractor finds a facility with a job that takes bids, unless it is hidden': async (stage) => {
    assert.deepEqual(await found(stage, 'carl', 'frank inc'), ['person frank inc.'])
    await stage.as('frank', 'update public.profiles set is_hidden = true where id = $1', [
      idOf('frank'),
    ])
    assert.deepEqual(await found(stage, 'carl', 'frank inc'), [])
    assert.deepEqual(await found(stage, 'fiona', 'frank'), [])
  },

  'a facility and a consultant find their consultations by the name of the other': async (stage) => {
    assert.deepEqual(await found(stage, 'fiona', 'kim'), ['consultation kim', 'person kim'])
    assert.deepEqual(await found(stage, 'kim', 'fiona'), [
      'consultation fiona inc.',
      'person fiona inc.',
    ])
    assert.deepEqual(await found(stage, 'kurt', 'fiona'), [])
  },

  'an admin finds users by email and their consultations': async (stage) => {
    assert.deepEqual(await found(stage, 'ada', 'fiona@example'), [
      'consultation kim',
      'person fiona inc.',
    ])
  },

  'an admin finds users by a phone number in any format, but not by their role': async (stage) => {
    await stage.asServer("update app.contacts set phone = '13035550142' where user_id = $1", [
      idOf('carl'),
    ])
    assert.deepEqual(await foundPeople(stage, 'ada', '(303) 555-0142'), ['carl'])
    await addUsers(stage, 'facility', ['Contractors Hall'])
    assert.deepEqual(await foundPeople(stage, 'ada', 'contractor'), ['Contractors Hall'])
    assert.deepEqual(await foundPeople(stage, 'ada', 'consultant'), [])
  },

  'the best matches among many people come first': async (stage) => {
    const others = Array.from({ length: 7 }, (_, index) => `Amarna ${index}`)
    await addUsers(stage, 'consultant', [...others, 'Lou Marx', 'Marla'])
    for (const person of ['ada', 'fiona', 'carl'] as const) {
      const names = await foundPeople(stage, person, 'mar')
      assert.deepEqual(names, ['Marla', 'Lou Marx', ...others.slice(0, 4)], person)
    }
  },

  'the best matches come first': async (stage) => {
    for (const title of ['Spare coil', 'Recoil spring', 'Coil of copper'])
      await stage.as(
        'fiona',
        "insert into public.jobs (facility_id, title, description, budget) values (auth.uid(), $1, 'Text', 5)",
        [title],
      )
    const rows = await stage.as('fiona', "select title from public.search_objects('coil')")
    assert.deepEqual(
      rows.map(({ title }) => title),
      ['Coil of copper', 'Spare coil', 'Recoil spring'],
    )
  },

  'a search finds signs literally, and an empty one is refused': async (stage) => {
    assert.deepEqual(await found(stage, 'fiona', '%'), [])
    assert.deepEqual(await found(stage, 'fiona', ' OPEN '), ['job Job open'])
    await stage.assertRefused('fiona', 'text_missing', "select public.search_objects(' ')")
    await stage.assertRefused('fiona', 'text_too_long', 'select public.search_objects($1)', [
      'x'.repeat(201),
    ])
  },

  'users without a role find nothing, and visitors may not search': async (stage) => {
    assert.deepEqual(await found(stage, 'nora', 'job'), [])
    assert.deepEqual(await found(stage, 'nora', 'kim'), [])
    await stage.assertRefused('visitor', '42501', "select public.search_objects('job')")
  },
}
