import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { suite, test } from 'node:test'
import { until } from '../../../../tests/support/until.ts'
import { databaseWith, startLive } from '../testing.ts'

const shared = await databaseWith({ limit_live_subscriptions: '30' })
await shared.pool.query(`
  create table public.notes (id integer primary key, text text, done boolean, data jsonb);
  grant select on public.notes to authenticated;
  create trigger _900_record_change after insert or update or delete on public.notes
    for each row execute function realtime.record_change()`)
const { pool, open, tokenFor } = await startLive({}, shared)

const boundTo = (filter: string | undefined, count = 1) => ({
  postgres_changes: Array.from({ length: count }, () => ({
    event: '*',
    schema: 'public',
    table: 'notes',
    filter,
  })),
})

async function follow(filter: string | undefined, { person = randomUUID(), count = 1 } = {}) {
  const socket = await open()
  const join = { config: boundTo(filter, count), access_token: tokenFor(person) }
  const { response } = await socket.ask('realtime:notes', 'phx_join', join)
  const heard = () => socket.arrived.filter(({ event }) => event === 'postgres_changes')
  return { socket, heard, reason: response.reason?.split(':')[0] }
}

suite('a filter by a pattern', () => {
  test('matches whole characters, also surrogate pairs', async () => {
    const [fits, other] = [await follow('text=like.A_B'), await follow('text=like.A__B')]
    await pool.query("insert into public.notes values (1, 'A🙂B')")
    await until(() => fits.heard().length > 0)
    await pool.query("insert into public.notes values (2, 'AxyB')")
    await until(() => other.heard().length > 0)
    assert.equal(fits.heard().length, 1)
    assert.equal(other.heard().length, 1)
  })

  test('can have at most 100 characters', async () => {
    assert.equal((await follow(`text=like.${'🙂'.repeat(100)}`)).reason, undefined)
    const { reason } = await follow(`text=ilike.${'a'.repeat(101)}`)
    assert.equal(reason, 'UnableToSubscribeToPostgresChanges')
  })
})

suite('a filter by a regular expression', () => {
  test('is refused, even if it is negated or combined, because its run time could reveal hidden data', async () => {
    for (const filter of ['text=match.^a', 'text=not.imatch.^a', 'id=eq.1,text=match.^a']) {
      assert.equal((await follow(filter)).reason, 'NotSupported', filter)
    }
  })
})

suite('a filter by a JSON path', () => {
  test('compares the text at any depth', async () => {
    const [shallow, deep, third] = [
      await follow('data->>kind=eq.a'),
      await follow('data->at->>city=in.(x,y)'),
      await follow('data->tags->>1=like.s%'),
    ]
    const elsewhere = await follow('data->>kind=neq.a')
    const data = { kind: 'a', at: { city: 'y' }, tags: ['first', 'second'] }
    await pool.query('insert into public.notes (id, data) values (11, $1)', [data])
    await pool.query('insert into public.notes (id, data) values (12, \'{"kind": 7}\')')
    await until(() => elsewhere.heard().length > 0)
    for (const { heard } of [shallow, deep, third, elsewhere]) assert.equal(heard().length, 1)
  })

  test('must lead to text in a JSON column', async () => {
    for (const place of ['text->>a', 'data->a', 'data->>a->b', 'data->>', 'nothing->>a']) {
      const { reason } = await follow(`${place}=eq.1`)
      assert.equal(reason, 'UnableToSubscribeToPostgresChanges', place)
    }
  })
})

suite('a filter with "is"', () => {
  test('accepts true, false and unknown only for booleans', async () => {
    for (const value of ['true', 'false', 'unknown']) {
      assert.equal((await follow(`done=is.${value}`)).reason, undefined)
      const { reason } = await follow(`text=is.${value}`)
      assert.equal(reason, 'UnableToSubscribeToPostgresChanges')
    }
    assert.equal((await follow('text=is.null')).reason, undefined)
  })
})

suite('a user', () => {
  test('has a maximum of subscriptions over all channels, which counts only current subscriptions', async () => {
    const person = randomUUID()
    const first = await follow(undefined, { person, count: 20 })
    assert.equal((await follow(undefined, { person, count: 10 })).reason, undefined)
    const { reason } = await follow('id=eq.1', { person })
    assert.equal(reason, 'UnableToSubscribeToPostgresChanges')
    assert.equal((await follow('id=eq.1')).reason, undefined)
    // A second join of the same topic replaces the first one.
    const again = { config: boundTo(undefined, 20), access_token: tokenFor(person) }
    assert.equal((await first.socket.ask('realtime:notes', 'phx_join', again)).status, 'ok')
    await first.socket.ask('realtime:notes', 'phx_leave')
    assert.equal((await follow('id=eq.1', { person, count: 20 })).reason, undefined)
  })
})
