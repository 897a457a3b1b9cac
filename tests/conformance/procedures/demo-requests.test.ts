import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { testByRole } from '../support/by-role.ts'
import { clientFor, type Client, idOf, untyped, server, visitor } from '../support/clients.ts'
import { first, only, expectRefusal, rowsOf, expectSuccess, textIn } from '../support/expect.ts'

const request = {
  full_name: ' Ada Byron ',
  email: 'ada@example.test',
  company: 'Engines',
  message: 'Show me how bids look.',
}
const submit = (client: Client, more: Partial<typeof request> = {}) =>
  client.rpc('submit_demo_request', { ...request, ...more })

testByRole('submit_demo_request', (client) => submit(client), {
  visitor: '200',
  facility: '200',
  contractor: '200',
  consultant: '200',
  admin: '200',
  server: '200',
})

testByRole('demo_requests', (client) => client.from('demo_requests').select('*'), {
  visitor: '401 42501',
  facility: 'none',
  contractor: 'none',
  consultant: 'none',
  admin: 'all',
  server: 'all',
})

suite('asking for a demo', () => {
  // @covers 2.demo.submit
  test('is confirmed and stored without surrounding spaces', async () => {
    const company = `Engines ${crypto.randomUUID()}`
    const { data } = await expectSuccess(submit(visitor, { company }), 200)
    assert.equal(data, 'Thank you')
    const stored = clientFor('admin').from('demo_requests').select('full_name, handled')
    assert.deepEqual(await rowsOf(stored.eq('company', company)), [
      { full_name: 'Ada Byron', handled: false },
    ])
  })

  const cases: [string, Partial<typeof request>, string][] = [
    // @covers 5.demo.fields
    ['no name', { full_name: ' ' }, 'text_missing'],
    // @covers 5.demo.fields
    ['no company', { company: '' }, 'text_missing'],
    // @covers 5.demo.fields
    ['no email address', { email: '' }, 'text_missing'],
    ['an invalid email address', { email: 'ada' }, 'email_invalid'],
    // @covers 5.demo.fields
    ['no message', { message: '\n' }, 'text_missing'],
    ['too long a message', { message: 'x'.repeat(5001) }, 'text_too_long'],
  ]
  for (const [name, change, code] of cases)
    test(`${name} is refused`, async () => {
      await expectRefusal(submit(visitor, change), 400, code)
    })

  test('cannot be done by inserting a row', async () => {
    for (const client of [clientFor('facility'), clientFor('admin'), server].map(untyped))
      await expectRefusal(client.from('demo_requests').insert(request), 403, '42501')
    await expectRefusal(untyped(visitor).from('demo_requests').insert(request), 401, '42501')
  })
})

suite('handling a request', () => {
  const handled = { handled: true }

  test('works for an admin and is logged', async () => {
    await expectSuccess(submit(visitor), 200)
    const waiting = clientFor('admin').from('demo_requests').select('id').eq('handled', false)
    const id = textIn(first(await rowsOf(waiting)), 'id')
    const call = clientFor('admin')
      .from('demo_requests')
      .update(handled)
      .eq('id', id)
      .select('handled')
    assert.deepEqual(await rowsOf(call), [handled])
    const log = clientFor('admin')
      .rpc('admin_audit_log')
      .select('actor_id, action')
      .eq('subject', id)
    assert.deepEqual(only(await rowsOf(log)), {
      actor_id: idOf('admin'),
      action: 'handle_demo_request',
    })
    const update = clientFor('admin')
      .from('demo_requests')
      .update({ message: 'Other' })
      .eq('id', id)
    await expectRefusal(update, 403, '42501')
  })

  test('is refused for everyone else', async () => {
    const update = (client: Client) =>
      client.from('demo_requests').update(handled).eq('company', 'Engines')
    await expectRefusal(update(visitor), 401, '42501')
    for (const login of ['facility', 'contractor', 'consultant'] as const)
      assert.deepEqual(await rowsOf(update(clientFor(login)).select()), [])
  })
})
