// Tests the towns of jobs, and the searches by distance, by town and by relevance.
import assert from 'node:assert/strict'
import { z } from 'zod'
import { idOf, type Stage, type Stories } from '../support/run-story.ts'
import { findJobs } from './available-stories.ts'

const settle = (stage: Stage, person: string, place: string | null) =>
  stage.asServer('update public.profiles set location = $2 where id = $1', [idOf(person), place])

/** Posts a job of Frank's at each place. The place is also the title. */
async function postAt(stage: Stage, ...places: (string | null)[]) {
  for (const [index, place] of places.entries()) {
    await stage.asServer(
      `insert into public.jobs (facility_id, title, description, location, budget, category, created_at)
       values ($1, coalesce($2, 'Nowhere'), 'Dig.', $2, 700, 'Grounds', now() - make_interval(hours => $3))`,
      [idOf('frank'), place, index + 1],
    )
  }
}

const townRow = z.object({
  name: z.string(),
  miles: z.number().nullable(),
  jobs: z.number(),
  job_id: z.string().nullable(),
  budget: z.coerce.number().nullable(),
  my_bid: z.coerce.number().nullable(),
})

/** Returns the towns that have jobs. The row without a name comes first. */
async function readTowns(stage: Stage, search = "category => 'Grounds'") {
  const rows = await stage.as('carl', `select * from public.available_job_towns(${search})`)
  return z
    .array(townRow)
    .parse(rows)
    .filter(({ jobs }) => jobs > 0)
}

export const stories: Stories = {
  'a place is at the town that its ZIP code or its words name': async (stage) => {
    for (const [place, town] of [
      ['Lakewood', 'Lakewood'],
      ['lakewood, section C over imaging', 'Lakewood'],
      ['1600 Broadway, Denver, CO 80202', 'Denver'],
      ['12 Main St, Lakewood 80521', 'Fort Collins'],
      ['80226', 'Lakewood'],
      ['81007-1234', 'Pueblo West'],
      // A ZIP code that the table lacks leaves the words.
      ['Boulder, CO 80999999', 'Boulder'],
      ['Aurora, CO 81999', 'Aurora'],
      ['Denver Tech Center, Englewood', 'Englewood'],
      ['Pueblo West', 'Pueblo West'],
      ['Cañon City', 'Cañon City'],
      ['CANON CITY', 'Cañon City'],
      // A street with the name of a town does not count.
      ['200 Evans Ave, Denver', 'Denver'],
      ['9 Parker Road', ''],
      ['Aurora, IL', ''],
      ['Goldenrod Plaza', ''],
      ['The basement', ''],
      ['', ''],
      [null, ''],
    ] as const) {
      const [row] = await stage.asServer('select app.town_of($1) as town', [place])
      assert.equal(row?.['town'], town, String(place))
    }
  },

  'a job without a known place is at the town of its facility, and follows it': async (stage) => {
    const townOf = async (title: string) => {
      const [row] = await stage.asServer('select town from public.jobs where title = $1', [title])
      return row?.['town']
    }
    await settle(stage, 'frank', 'Boulder, CO')
    await postAt(stage, 'Pueblo', 'The basement', null)
    assert.equal(await townOf('Pueblo'), 'Pueblo')
    assert.equal(await townOf('The basement'), 'Boulder')
    assert.equal(await townOf('Nowhere'), 'Boulder')
    await settle(stage, 'frank', 'Greeley')
    assert.equal(await townOf('Pueblo'), 'Pueblo')
    assert.equal(await townOf('The basement'), 'Greeley')
    // A job does not tell where a facility with a hidden profile is.
    const hide = (isHidden: boolean) =>
      stage.as('frank', 'update public.profiles set is_hidden = $1 where id = auth.uid()', [
        isHidden,
      ])
    await hide(true)
    assert.equal(await townOf('The basement'), '')
    assert.equal(await townOf('Pueblo'), 'Pueblo')
    await hide(false)
    assert.equal(await townOf('The basement'), 'Greeley')
    await settle(stage, 'frank', null)
    assert.equal(await townOf('Nowhere'), '')
    // Nobody chooses a town, not even the server.
    await stage.asServer(
      "update public.jobs set location = 'Vail', town = 'Denver' where title = 'Pueblo'",
    )
    assert.equal(await townOf('Pueblo'), 'Vail')
  },

  'a job whose award is released is where its facility is now, or nowhere if it is hidden': async (
    stage,
  ) => {
    await settle(stage, 'frank', 'Boulder')
    await postAt(stage, 'The attic', 'The basement', 'Pueblo')
    for (const [title, change, town] of [
      ['The attic', "location = 'Greeley'", 'Greeley'],
      ['The basement', 'is_hidden = true', ''],
      ['Pueblo', 'is_hidden = true', 'Pueblo'],
    ] as const) {
      const [bid] = await stage.asServer(
        `insert into public.bids (job_id, contractor_id, amount)
         select id, $1, 650 from public.jobs where title = $2 returning id, job_id`,
        [idOf('carl'), title],
      )
      const accept = 'select public.accept_and_reject_bids($1, $2)'
      await stage.as('frank', accept, [bid?.['id'], bid?.['job_id']])
      await stage.as('frank', `update public.profiles set ${change} where id = auth.uid()`)
      const release = "select public.admin_release_award($1, 'Carl is ill')"
      await stage.as('ada', release, [bid?.['job_id']])
      const [job] = await stage.asServer('select town from public.jobs where title = $1', [title])
      assert.equal(job?.['town'], town, title)
    }
  },

  'a contractor finds the jobs within a distance, and the nearest first': async (stage) => {
    await settle(stage, 'carl', 'Denver, CO 80202')
    await postAt(stage, 'Durango', 'Boulder', null, 'Denver', 'Fort Collins')
    const category = 'Grounds'
    const find = async (search: object) => (await findJobs(stage, { category, ...search })).titles
    assert.deepEqual(await find({ within_miles: 30 }), ['Boulder', 'Denver'])
    assert.deepEqual(await find({ within_miles: 65 }), ['Boulder', 'Denver', 'Fort Collins'])
    assert.deepEqual(await findJobs(stage, { category, within_miles: 65, skip: 1, size: 1 }), {
      titles: ['Denver'],
      total: 3,
      hasMore: false,
    })
    const nearest = ['Denver', 'Boulder', 'Fort Collins', 'Durango', 'Nowhere']
    assert.deepEqual(await find({ by_distance: true }), nearest)
    assert.deepEqual(await find({ by_distance: true, budget_from: 1 }), nearest)
    assert.deepEqual(await find({ by_distance: true, query: 'dig' }), nearest)
    assert.deepEqual(await find({ town: 'Boulder' }), ['Boulder'])
    assert.deepEqual(await find({ town: 'Durango', within_miles: 65 }), [])
    assert.deepEqual(await find({ town: '' }), ['Nowhere'])
    // The map counts jobs without a known town at any distance, so the list has them too.
    assert.deepEqual(await find({ town: '', within_miles: 65 }), ['Nowhere'])
    await stage.assertRefused(
      'carl',
      'radius_invalid',
      'select public.find_available_jobs(within_miles => 0)',
    )
    await settle(stage, 'carl', 'Somewhere')
    await stage.assertRefused(
      'carl',
      'place_unknown',
      'select public.find_available_jobs(within_miles => 5)',
    )
    // Without a place of the caller, no job is nearer than another.
    const newest = ['Durango', 'Boulder', 'Nowhere', 'Denver', 'Fort Collins']
    assert.deepEqual(await find({ by_distance: true }), newest)
    assert.deepEqual(await find({ by_distance: true, query: 'dig' }), newest)
  },

  'the map has the number of the matching jobs of each town': async (stage) => {
    await settle(stage, 'carl', 'Denver')
    await postAt(stage, 'Boulder', 'Boulder', 'Greeley', 'Durango', null)
    await stage.asServer(
      `insert into public.bids (job_id, contractor_id, amount) select id, $1, 650 from public.jobs where title = 'Greeley'`,
      [idOf('carl')],
    )
    const [greeley] = await stage.asServer("select id from public.jobs where title = 'Greeley'")
    const summary = async (search?: string) =>
      (await readTowns(stage, search)).map(({ name, jobs }) => [name, jobs])
    const towns = await readTowns(stage)
    assert.deepEqual(towns[1], {
      name: 'Boulder',
      miles: 24,
      jobs: 2,
      job_id: null,
      budget: null,
      my_bid: null,
    })
    assert.deepEqual(towns[3], {
      name: 'Greeley',
      miles: 49,
      jobs: 1,
      job_id: greeley?.['id'],
      budget: 700,
      my_bid: 650,
    })
    assert.deepEqual(await summary(), [
      ['', 1],
      ['Boulder', 2],
      ['Durango', 1],
      ['Greeley', 1],
    ])
    assert.deepEqual(await summary("category => 'Grounds', within_miles => 40"), [
      ['', 1],
      ['Boulder', 2],
    ])
    assert.deepEqual(await summary("query => 'durango'"), [['Durango', 1]])
    assert.deepEqual(await summary("category => 'Grounds', budget_from => 701"), [])
    const all = await stage.as('carl', 'select name from public.available_job_towns()')
    assert.equal(all.length, 80)
  },

  'with by_relevance, jobs with the words in their title come first': async (stage) => {
    const post = (title: string, description: string, hours: number) =>
      stage.asServer(
        `insert into public.jobs (facility_id, title, description, budget, category, created_at)
         values ($1, $2, $3, 10, 'HVAC', now() - make_interval(hours => $4))`,
        [idOf('frank'), title, description, hours],
      )
    await post('Chiller stands still', 'The coil is leaking.', 1)
    await post('Leaks in the chiller', 'Look at the coil.', 2)
    await post('Fan', 'The coil leaks.', 3)
    await post('Replace a leaking coil', 'In the attic.', 4)
    const find = async (query: string) =>
      (await findJobs(stage, { query, by_relevance: true })).titles
    assert.deepEqual(await find('leak coil'), [
      'Replace a leaking coil',
      'Leaks in the chiller',
      'Chiller stands still',
      'Fan',
    ])
    // The beginning of a word finds it while the user types.
    assert.deepEqual((await find('chil')).slice(0, 2), [
      'Chiller stands still',
      'Leaks in the chiller',
    ])
    // The category is a match too.
    assert.equal((await find('hvac')).length, 4)
    assert.deepEqual(
      (await findJobs(stage, { by_relevance: true, category: 'HVAC' })).titles.length,
      4,
    )
  },
}
