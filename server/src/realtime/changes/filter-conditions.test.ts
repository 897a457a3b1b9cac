import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { suite, test } from 'node:test'
import { until } from '../../../../tests/support/until.ts'
import { databaseWithLimits, startRealtime } from '../testing.ts'

const shared = await databaseWithLimits({ limit_live_subscriptions: '30' })
await shared.pool.query(`
  create table public.notes (id integer primary key, text text, done boolean, data jsonb);
  grant select on public.notes to authenticated;
  create trigger _900_record_change after insert or update or delete on public.notes
    for each row execute function realtime.record_change()`)
const { pool, open, tokenFor } = await startRealtime({}, shared)

const subscriptionConfig = (filter: string | undefined, count = 1) => ({
  postgres_changes: Array.from({ length: count }, () => ({
    event: '*',
    schema: 'public',
    table: 'notes',
    filter,
  })),
})

async function subscribe(filter: string | undefined, { person = randomUUID(), count = 1 } = {}) {
  const socket = await open()
  const join = { config: subscriptionConfig(filter, count), access_token: tokenFor(person) }
  const { response } = await socket.ask('realtime:notes', 'phx_join', join)
  const receivedChanges = () => socket.received.filter(({ event }) => event === 'postgres_changes')
  return { socket, receivedChanges, reason: response.reason?.split(':')[0] }
}

suite('a filter by a pattern', () => {
  test('matches whole characters, also surrogate pairs', async () => {
    const [threeCharacters, fourCharacters] = [
      await subscribe('text=like.A_B'),
      await subscribe('text=like.A__B'),
    ]
    await pool.query("insert into public.notes values (1, 'A🙂B')")
    await until(() => threeCharacters.receivedChanges().length > 0)
    await pool.query("insert into public.notes values (2, 'AxyB')")
    await until(() => fourCharacters.receivedChanges().length > 0)
    assert.equal(threeCharacters.receivedChanges().length, 1)
    assert.equal(fourCharacters.receivedChanges().length, 1)
  })

  test('can have at most 100 characters', async () => {
    assert.equal((await subscribe(`text=like.${'🙂'.repeat(100)}`)).reason, undefined)
    const { reason } = await subscribe(`text=ilike.${'a'.repeat(101)}`)
    assert.equal(reason, 'UnableToSubscribeToPostgresChanges')
  })
})

suite('a filter by a regular expression', () => {
  test('is refused, even if it is negated or combined, because its run time could reveal hidden data', async () => {
    for (const filter of ['text=match.^a', 'text=not.imatch.^a', 'id=eq.1,text=match.^a']) {
      assert.equal((await subscribe(filter)).reason, 'NotSupported', filter)
    }
  })
})

suite('a filter by a JSON path', () => {
  test('compares the text at any depth', async () => {
    const [shallow, deep, arrayElement] = [
      await subscribe('data->>kind=eq.a'),
      await subscribe('data->at->>city=in.(x,y)'),
      await subscribe('data->tags->>1=like.s%'),
    ]
    const otherKind = await subscribe('data->>kind=neq.a')
    const data = { kind: 'a', at: { city: 'y' }, tags: ['first', 'second'] }
    await pool.query('insert into public.notes (id, data) values (11, $1)', [data])
    await pool.query('insert into public.notes (id, data) values (12, \'{"kind": 7}\')')
    await until(() => otherKind.receivedChanges().length > 0)
    for (const { receivedChanges } of [shallow, deep, arrayElement, otherKind])
      assert.equal(receivedChanges().length, 1)
  })

  test('must lead to text in a JSON column', async () => {
    for (const column of ['text->>a', 'data->a', 'data->>a->b', 'data->>', 'nothing->>a']) {
      const { reason } = await subscribe(`${column}=eq.1`)
      assert.equal(reason, 'UnableToSubscribeToPostgresChanges', column)
    }
  })
})

suite('a filter with "is"', () => {
  test('accepts true, false and unknown only for booleans', async () => {
    for (const value of ['true', 'false', 'unknown']) {
      assert.equal((await subscribe(`done=is.${value}`)).reason, undefined)
      const { reason } = await subscribe(`text=is.${value}`)
      assert.equal(reason, 'UnableToSubscribeToPostgresChanges')
    }
    assert.equal((await subscribe('text=is.null')).reason, undefined)
  })
})

suite('a user', () => {
  test('has a maximum of subscriptions over all channels, which counts only current subscriptions', async () => {
    const person = randomUUID()
    const first = await subscribe(undefined, { person, count: 20 })
    assert.equal((await subscribe(undefined, { person, count: 10 })).reason, undefined)
    const { reason } = await subscribe('id=eq.1', { person })
    assert.equal(reason, 'UnableToSubscribeToPostgresChanges')
    assert.equal((await subscribe('id=eq.1')).reason, undefined)
    // A second join of the same topic replaces the first one.
    const replacement = {
      config: subscriptionConfig(undefined, 20),
      access_token: tokenFor(person),
    }
    assert.equal((await first.socket.ask('realtime:notes', 'phx_join', replacement)).status, 'ok')
    await first.socket.ask('realtime:notes', 'phx_leave')
    assert.equal((await subscribe('id=eq.1', { person, count: 20 })).reason, undefined)
  })
})
