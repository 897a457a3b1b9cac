// Checks the entries that the sign-in API writes to auth.audit_log_entries.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { z } from 'zod'
import { authCall } from '../support/auth-call.ts'
import { untyped, visitor } from '../support/clients.ts'
import { query } from '../support/database.ts'
import { only } from '../support/expect.ts'
import { nextMail } from '../support/mailbox.ts'
import { expectAuthData, newClient, createPasswordUser, signIn } from '../support/people.ts'

const entry = z.object({
  action: z.string(),
  ip: z.string(),
  who: z.string(),
  traits: z.record(z.string(), z.unknown()),
})

async function entriesOf(person: string, action: string) {
  const rows = await query(
    `select payload ->> 'action' as action, payload ->> 'actor_username' as who,
       payload -> 'traits' as traits, ip_address as ip
     from auth.audit_log_entries
     where payload ->> 'actor_id' = $1 and payload ->> 'action' = $2`,
    [person, action],
  )
  return z.array(entry).parse(rows)
}

suite('the audit log has, with the network address,', () => {
  test('a sign-in and its method', async () => {
    const person = await createPasswordUser()
    await signIn(person)
    const { ip, who, traits } = only(await entriesOf(person.id, 'login'))
    assert.deepEqual([ip, who, traits], ['127.0.0.1', person.email, { method: 'password' }])
  })

  test('a sign-out', async () => {
    const person = await createPasswordUser()
    const { client } = await signIn(person)
    await client.auth.signOut({ scope: 'others' })
    const { ip, traits } = only(await entriesOf(person.id, 'logout'))
    assert.deepEqual([ip, traits], ['127.0.0.1', { scope: 'others' }])
  })

  test('a new password', async () => {
    const person = await createPasswordUser()
    const { client } = await signIn(person)
    await expectAuthData(client.auth.updateUser({ password: 'a gate of iron' }))
    assert.equal(only(await entriesOf(person.id, 'user_updated_password')).ip, '127.0.0.1')
    assert.equal((await entriesOf(person.id, 'user_modified')).length, 1)
  })

  test('a new address', async () => {
    const person = await createPasswordUser()
    const { client } = await signIn(person)
    const email = `${crypto.randomUUID()}@example.test`
    await expectAuthData(client.auth.updateUser({ email }))
    const { token } = await nextMail(email, 'email-change')
    const proof = { token_hash: token, type: 'email_change' } as const
    await expectAuthData(newClient().auth.verifyOtp(proof))
    const { ip, who, traits } = only(await entriesOf(person.id, 'user_email_changed'))
    assert.deepEqual([ip, who, traits], ['127.0.0.1', person.email, { email }])
  })

  test('a request for a new password, and for a code', async () => {
    const person = await createPasswordUser()
    const { session } = await signIn(person)
    await expectAuthData(newClient().auth.resetPasswordForEmail(person.email))
    await nextMail(person.email, 'recovery')
    assert.equal((await entriesOf(person.id, 'user_recovery_requested')).length, 1)
    const token = session.access_token
    assert.equal((await authCall('GET /reauthenticate', { token })).status, 200)
    await nextMail(person.email, 'reauthentication')
    assert.equal((await entriesOf(person.id, 'user_reauthenticate_requested')).length, 1)
  })

  test('no password, no code and no token', async () => {
    const person = await createPasswordUser()
    const { client, session } = await signIn(person)
    await expectAuthData(client.auth.signInWithOtp({ email: person.email }))
    const { token, code } = await nextMail(person.email, 'magic-link')
    await expectAuthData(newClient().auth.verifyOtp({ token_hash: token, type: 'email' }))
    const storedText = JSON.stringify(
      await query(`select payload from auth.audit_log_entries where payload ->> 'actor_id' = $1`, [
        person.id,
      ]),
    )
    assert.ok(storedText.includes('login'))
    const secrets = [person.password, token, `"${code}"`, session.refresh_token]
    for (const secret of [...secrets, session.access_token]) assert.ok(!storedText.includes(secret))
  })
})

test('nobody reads the audit log over the API', async () => {
  const call = untyped(visitor).schema('auth').from('audit_log_entries').select()
  assert.equal((await call).error?.code, 'PGRST106')
})
