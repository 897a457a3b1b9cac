import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { z } from 'zod'
import { testByRole } from '../support/by-role.ts'
import { clientFor, idOf, untyped } from '../support/clients.ts'
import { expectRefusal, rowsOf, expectSuccess } from '../support/expect.ts'
import { createActor } from '../support/market.ts'

testByRole('search_consultants', (client) => client.rpc('search_consultants'), {
  visitor: '401 42501',
  facility: 'all',
  contractor: 'all',
  consultant: 'some',
  admin: 'all',
  server: 'all',
})

const consultants = z.array(
  z.object({
    id: z.uuid(),
    username: z.string().nullable(),
    services: z.array(z.string()),
    average_rating: z.number().nullable(),
    review_count: z.number(),
    consultation_fee: z.number().nullable(),
  }),
)

const search = async (args: { query?: string; min_rating?: number }) =>
  consultants.parse(await rowsOf(clientFor('facility').rpc('search_consultants', args)))

suite('searching consultants', () => {
  test('finds a part of a service in any case', async () => {
    const ids = new Set((await search({ query: 'ENERGY aud' })).map(({ id }) => id))
    assert.deepEqual([ids.has(idOf('consultant')), ids.has(idOf('consultant2'))], [true, false])
  })

  test('finds a part of a name', async () => {
    const ids = (await search({ query: 'okafor' })).map(({ id }) => id)
    assert.deepEqual(ids, [idOf('consultant')])
  })

  test('takes pattern characters literally', async () => {
    for (const query of ['%', '_', '\\', '%%', "'; drop table jobs; --"])
      assert.deepEqual(await search({ query }), [])
  })

  test('filters by rating, best first', async () => {
    const rated = await search({ min_rating: 4 })
    assert.ok(rated.length > 0)
    const ratings = rated.map(({ average_rating: rating }) => rating ?? 0)
    for (const rating of ratings) assert.ok(rating >= 4)
    assert.deepEqual(
      ratings,
      ratings.toSorted((one, other) => other - one),
    )
  })

  test('can be paged, counted and formatted as other rows', async () => {
    const page = clientFor('facility')
      .rpc('search_consultants', {}, { count: 'exact' })
      .select('username')
      .order('username')
      .range(1, 2)
    const { count, data, status } = await page
    assert.equal(status, 206)
    assert.equal(data?.length, 2)
    assert.equal(count, (await search({})).length)
  })

  test('never finds the user itself or hidden consultants', async () => {
    const { id, client } = await createActor('consultant', 'Zed Unfindable')
    const find = async (caller: typeof client) =>
      (await rowsOf(caller.rpc('search_consultants', { query: 'unfindable' }))).length
    assert.deepEqual([await find(client), await find(clientFor('facility'))], [0, 1])
    await expectSuccess(client.from('profiles').update({ is_hidden: true }).eq('id', id), 204)
    assert.equal(await find(clientFor('facility')), 0)
  })

  // @covers 5.consultants.rating-range
  test('refuses a minimum rating outside of 0 to 4', async () => {
    for (const min_rating of [-1, -0.1, 4.1, 5, 1e9])
      await expectRefusal(
        clientFor('facility').rpc('search_consultants', { min_rating }),
        400,
        'min_rating_invalid',
      )
    const bounds = [await search({ min_rating: 0 }), await search({ min_rating: 4 })]
    for (const found of bounds) assert.ok(found.length > 0)
  })

  test('refuses a rating that is not a number', async () => {
    const call = untyped(clientFor('facility')).rpc('search_consultants', { min_rating: 'good' })
    await expectRefusal(call, 400, '22P02')
  })
})
