// Creates admins by settings and by `npm run admin`, and rotates keys.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { suite, test } from 'node:test'
import { Client } from 'pg'
import { z } from 'zod'
import { codeFor } from '../conformance/support/authenticator.ts'
import { type CommandResult, run, runScript } from '../support/command.ts'
import { failToStart, type Server, startServer, temporaryFolder } from '../support/server.ts'

const password = 'two gates and a hinge'
const bare = { SEED: 'none', REQUIRE_ADMIN_MFA: 'off' }

const makeAdmin = (settings: NodeJS.ProcessEnv, ...args: string[]) =>
  runScript('admin', args, settings)

const rotateKeys = (settings: NodeJS.ProcessEnv) => runScript('rotate-keys', [], settings)

async function passwordFor(settings: NodeJS.ProcessEnv, email: string) {
  const { code, output } = await makeAdmin(settings, email)
  assert.equal(code, 0, output)
  const [, given] =
    /is an admin now\. The password, shown this once: (\S{20})\n$/.exec(output) ?? []
  assert.ok(given, output)
  return given
}

async function refuses({ code, output }: CommandResult, line: RegExp) {
  assert.equal(code, 1)
  assert.match(output, line)
  assert.equal(output.trim().split('\n').length, 1, output)
}

async function call({ url }: Server, path: string, init: RequestInit = {}) {
  const { anonKey } = z
    .object({ anonKey: z.string() })
    .parse(await (await fetch(`${url}/config.json`)).json())
  const headers = new Headers(init.headers)
  headers.set('apikey', anonKey)
  headers.set('content-type', 'application/json')
  return fetch(`${url}${path}`, { ...init, headers })
}

/** Returns an access token, or undefined if the sign-in is refused. */
async function signIn(server: Server, email: string, secret: string) {
  const body = JSON.stringify({ email, password: secret })
  const path = '/auth/v1/token?grant_type=password'
  const response = await call(server, path, { method: 'POST', body })
  if (response.status === 400) return undefined
  return z.object({ access_token: z.string() }).parse(await response.json()).access_token
}

async function mayActAsAdmin(server: Server, token: string | undefined) {
  const headers = { authorization: `Bearer ${token}` }
  return (await call(server, '/rest/v1/rpc/asking_admin', { headers })).status
}

async function assertAdmin(server: Server, email: string, secret: string) {
  assert.equal(await mayActAsAdmin(server, await signIn(server, email, secret)), 200)
}

const secretsIn = (dataFolder: string) =>
  z
    .looseObject({
      serviceRoleKey: z.string(),
      signingKeys: z.array(z.looseObject({ kid: z.string() })),
    })
    .parse(JSON.parse(readFileSync(`${dataFolder}/secrets.json`, 'utf8')))

async function addUser(server: Server, email: string, more: object = { email_confirm: true }) {
  const { serviceRoleKey } = secretsIn(server.dataFolder)
  const headers = { authorization: `Bearer ${serviceRoleKey}` }
  const app_metadata = { role: 'facility' }
  const body = JSON.stringify({ email, password, app_metadata, ...more })
  const made = await call(server, '/auth/v1/admin/users', { method: 'POST', headers, body })
  assert.equal(made.status, 200)
}

suite('npm run admin', () => {
  test('creates admins before the first start, while the server runs, and after it', async () => {
    const settings = { ...bare, DATA_DIR: `${await temporaryFolder()}/data` }
    const early = await passwordFor(settings, 'First@Example.com')
    const server = await startServer({ settings })
    assert.doesNotMatch(server.output, /There is no admin yet/)
    await assertAdmin(server, 'first@example.com', early)

    const given = await passwordFor(settings, 'second@example.com')
    await assertAdmin(server, 'second@example.com', given)
    const npm = ['run', '--silent', 'admin', '--', 'second@example.com']
    const already = { code: 0, output: 'second@example.com is an admin already.\n' }
    assert.deepEqual(await run('npm', npm, settings), already)

    await addUser(server, 'known@example.com')
    const token = await signIn(server, 'known@example.com', password)
    const { output } = await makeAdmin(settings, 'known@example.com')
    assert.match(output, /^known@example\.com is an admin now, with the same password as before/)
    assert.equal(await mayActAsAdmin(server, token), 401)
    await assertAdmin(server, 'known@example.com', password)

    await addUser(server, 'unproven@example.com', {})
    const fresh = await passwordFor(settings, 'unproven@example.com')
    await assertAdmin(server, 'unproven@example.com', fresh)
    assert.equal(await signIn(server, 'unproven@example.com', password), undefined)

    await addUser(server, 'banned@example.com', { ban_duration: '24h', email_confirm: true })
    await refuses(
      await makeAdmin(settings, 'banned@example.com'),
      /^banned@example\.com is suspended/,
    )

    await server.stop()
    assert.deepEqual(await makeAdmin(settings, 'second@example.com'), already)
  })

  test('reports errors in one line', async () => {
    const usage = /^Name one address: npm run admin -- someone@example\.com$/m
    const settings = { DATA_DIR: `${await temporaryFolder()}/data` }
    for (const args of [
      [],
      ['somebody'],
      ['a@example.com', 'b@example.com'],
      ['--server-key', 'a'],
    ])
      await refuses(await makeAdmin(settings, ...args), usage)
    const product = { ...settings, PRODUCT: 'none' }
    await refuses(
      await makeAdmin(product, 'a@example.com'),
      /^With PRODUCT=none there are no admins/,
    )
  })
})

suite('npm run admin for an admin who is locked out', () => {
  const email = 'lost@example.com'
  const user = z.object({ factors: z.array(z.unknown()).default([]) })

  // @covers operations.reset-factors
  test('removes their second factors, ends their sessions, sends an email and logs it', async () => {
    const server = await startServer({ settings: bare })
    const remove = () =>
      makeAdmin({ ...bare, DATA_DIR: server.dataFolder }, '--remove-second-factors', email)
    await refuses(await remove(), /^There is no account lost@example\.com\.$/m)
    await addUser(server, email)
    const none = { code: 0, output: `${email} has no second factor.\n` }
    assert.deepEqual(await remove(), none)
    const raised = await enrolled(server, await signIn(server, email, password))

    const { code, output } = await remove()
    assert.equal(code, 0, output)
    assert.match(
      output,
      /^lost@example\.com has no second factor any more, and has to sign in again\.$/m,
    )
    assert.equal((await asPerson(server, raised, '/auth/v1/user')).status, 403)
    const token = await signIn(server, email, password)
    const answer = await asPerson(server, token, '/auth/v1/user')
    assert.deepEqual(user.parse(await answer.json()).factors, [])
    assert.deepEqual(await remove(), none)
    assert.deepEqual(await noted(server), [{ email, noted: 1, mailed: 1 }])
  })

  const asPerson = (server: Server, token: string | undefined, path: string, body?: object) =>
    call(server, path, {
      headers: { authorization: `Bearer ${token}` },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })

  async function enrolled(server: Server, token: string | undefined) {
    const ask = async (path: string, body: object) =>
      (await asPerson(server, token, `/auth/v1/factors${path}`, body)).json()
    const made = z
      .object({ id: z.string(), totp: z.object({ secret: z.string() }) })
      .parse(await ask('', { factor_type: 'totp', friendly_name: 'Phone' }))
    const { id } = z.object({ id: z.string() }).parse(await ask(`/${made.id}/challenge`, {}))
    const proof = { challenge_id: id, code: codeFor(made.totp.secret) }
    const session = z.object({ access_token: z.string() })
    return session.parse(await ask(`/${made.id}/verify`, proof)).access_token
  }

  /**
   * Counts the removed factors of each user, and the emails to all users. The email about the new factor does not
   * count.
   */
  async function noted({ connection }: Server) {
    const client = new Client(connection)
    await client.connect()
    const { rows } = await client.query<object>(
      `select payload ->> 'actor_username' as email, count(*)::integer as noted,
         (select count(*)::integer from private.outbox where kind = 'mail') - 1 as mailed
       from auth.audit_log_entries where payload ->> 'action' = 'factor_unenrolled' group by 1`,
    )
    await client.end()
    return rows
  }
})

suite('ADMIN_EMAIL and ADMIN_PASSWORD', () => {
  const first = { ADMIN_EMAIL: 'Boss@Example.com', ADMIN_PASSWORD: password }

  test('create an admin at the start, keep the account later, and are checked', async () => {
    const server = await startServer({ settings: { ...bare, ...first } })
    assert.doesNotMatch(server.output, /There is no admin yet/)
    await assertAdmin(server, 'boss@example.com', password)
    await server.stop()
    const settings = { ...bare, ...first, DATA_DIR: server.dataFolder }
    const again = await startServer({ settings: { ...settings, ADMIN_PASSWORD: 'another gate' } })
    await assertAdmin(again, 'boss@example.com', password)
    assert.equal(await signIn(again, 'boss@example.com', 'another gate'), undefined)
    await again.stop()
    const weak = { ADMIN_EMAIL: 'other@example.com', ADMIN_PASSWORD: 'password123' }
    const { code, output } = await failToStart({ settings: { ...settings, ...weak } })
    assert.equal(code, 1)
    assert.match(output, /^The setting ADMIN_PASSWORD is not usable: .+ easy to guess/m)
    const short = { ...settings, ADMIN_EMAIL: 'other@example.com', MIN_PASSWORD_LENGTH: '60' }
    const refusal = await failToStart({ settings: short })
    assert.match(refusal.output, /^The setting ADMIN_PASSWORD is not usable: .+ at least 60/m)
  })
})

suite('npm run rotate-keys', () => {
  test('creates a key that signs from the next start, and keeps the two before it', async () => {
    const server = await startServer()
    assert.match(
      server.output,
      /is ready: .+\nThe demo's logins, all with the password \S+:\n +admin@mendwell\.test\n/,
    )
    const { dataFolder } = server
    const settings = { DATA_DIR: dataFolder }
    const [first] = secretsIn(dataFolder).signingKeys
    const before = await signIn(server, 'admin@mendwell.test', 'Mendwell-demo-1')
    const { code, output } = await rotateKeys(settings)
    assert.equal(code, 0, output)
    const [newest] = secretsIn(dataFolder).signingKeys
    assert.equal(
      output,
      `The key ${newest?.kid} signs from each server's next start; 2 keys are accepted.\n`,
    )
    await assertAdmin(server, 'admin@mendwell.test', 'Mendwell-demo-1')

    await server.stop()
    const again = await startServer({ settings })
    assert.equal(await mayActAsAdmin(again, before), 200)
    const token = await signIn(again, 'admin@mendwell.test', 'Mendwell-demo-1')
    assert.equal(await mayActAsAdmin(again, token), 200)
    assert.deepEqual([kidOf(before), kidOf(token)], [first?.kid, newest?.kid])
    const { keys } = z
      .object({ keys: z.array(z.object({ kid: z.string() })) })
      .parse(await (await call(again, '/auth/v1/.well-known/jwks.json')).json())
    assert.deepEqual(
      keys.map(({ kid }) => kid),
      [newest?.kid, first?.kid],
    )
    for (let times = 0; times < 2; times += 1) await rotateKeys(settings)
    const kept = secretsIn(dataFolder).signingKeys.map(({ kid }) => kid)
    assert.deepEqual(
      [kept.length, kept[2], kept.includes(first?.kid ?? '')],
      [3, newest?.kid, false],
    )
  })

  test('reports a data folder without keys', async () => {
    const settings = { DATA_DIR: await temporaryFolder() }
    await refuses(await rotateKeys(settings), /has no keys yet\. The first start creates them/)
  })

  function kidOf(token = '') {
    const head = Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()
    return z.object({ kid: z.string() }).parse(JSON.parse(head)).kid
  }
})

suite('with DATABASE_URL', () => {
  test("the commands work on that database after a server's first start", async () => {
    const host = await startServer({ settings: bare })
    const client = new Client(host.connection)
    await client.connect()
    await client.query('create database commanded')
    await client.end()
    const { host: socket } = host.connection
    const DATABASE_URL = `postgres:///commanded?host=${encodeURIComponent(socket)}&user=postgres`
    const settings = { ...bare, DATABASE_URL, DATA_DIR: `${await temporaryFolder()}/data` }
    const early = await makeAdmin(settings, 'a@example.com')
    await refuses(
      early,
      /^This database knows no admins\. Start the server of this release on it once/,
    )
    await refuses(await rotateKeys(settings), /^The database has no keys yet/)

    const server = await startServer({ settings })
    assert.match(server.output, /There is no admin yet\. To make one: npm run admin -- someone@/)
    const given = await passwordFor(settings, 'a@example.com')
    await assertAdmin(server, 'a@example.com', given)
    const { output } = await rotateKeys(settings)
    assert.match(output, /; 2 keys are accepted\.\n$/)
    const { output: key } = await makeAdmin(settings, '--server-key')
    const headers = { authorization: `Bearer ${key.trim()}` }
    assert.equal((await call(server, '/auth/v1/admin/users', { headers })).status, 200)
  })
})
