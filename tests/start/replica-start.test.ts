// Starts servers with usable and unusable replicas.
import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { failToStart, healthOf, startServer, until } from '../support/server.ts'
import { isAnsweredByReplica, startWithReplica } from '../support/with-replica.ts'

const { settings, server, standby, queryPrimary } = await startWithReplica({ SEED: 'none' })
await queryPrimary(
  `create function public.login_here() returns text stable language sql
     as 'select session_user::text';
   grant execute on function public.login_here() to anon`,
)

/** Starts another server on the same data folder, with the same settings except for those in `more`. */
async function startAnother(t: TestContext, more: NodeJS.ProcessEnv) {
  const another = await startServer({
    settings: { ...settings, DATA_DIR: server.dataFolder, ...more },
  })
  t.after(() => another.stop())
  return another
}

suite('REPLICA_URL', () => {
  for (const [what, wrong, expectedMessage] of [
    [
      'leads to another database',
      { REPLICA_URL: standby.urlFor('elsewhere') },
      'REPLICA_URL leads to another database than DATABASE_URL.',
    ],
    [
      'leads to no database',
      { REPLICA_URL: standby.urlFor('nowhere') },
      'REPLICA_URL cannot be used: ',
    ],
    [
      'logs in as an unknown user',
      { REPLICA_URL: standby.urlFor('copied', 'nobody_known') },
      'REPLICA_URL cannot be used: ',
    ],
    [
      'logs in as a superuser while PREPARED_STATEMENTS is off',
      { REPLICA_URL: standby.urlFor('copied'), PREPARED_STATEMENTS: 'off' },
      'REPLICA_URL must not log in as a superuser',
    ],
  ] as const) {
    test(`is refused if it ${what}`, async () => {
      const { code, output } = await failToStart({
        settings: { ...settings, DATA_DIR: server.dataFolder, ...wrong },
      })
      assert.equal(code, 1)
      assert.ok(output.includes(expectedMessage), output)
    })
  }

  for (const [what, REPLICA_URL, expectedMessage] of [
    ['it takes writes', settings.DATABASE_URL, 'REPLICA_URL leads to no standby now'],
    [
      'its host name is unknown',
      'postgres://authenticator@replica.invalid/copied',
      'replica.invalid',
    ],
  ] as const) {
    test(`does not prevent a start while ${what}`, async (t) => {
      const another = await startAnother(t, { REPLICA_URL })
      await until(() => another.output.includes(expectedMessage))
      assert.equal(await isAnsweredByReplica(another), false)
      assert.equal(another.output.split(expectedMessage).length, 2, another.output)
    })
  }

  test('does not prevent a start while it is down', async (t) => {
    await standby.kill()
    const another = await startAnother(t, {})
    assert.equal(await isAnsweredByReplica(another), false)
    await standby.start()
    await until(() => isAnsweredByReplica(another))
  })

  test("is used with the login of requests if the server's login is a superuser, even with a pooler", async (t) => {
    const POOLER_URL = settings.DATABASE_URL.replace('user=postgres', 'user=authenticator')
    const REPLICA_URL = standby.urlFor('copied')
    const another = await startAnother(t, { POOLER_URL, REPLICA_URL })
    await until(() => isAnsweredByReplica(another))
    const response = await fetch(`${another.url}/rest/v1/rpc/login_here`, {
      headers: { 'cache-control': 'max-stale' },
    })
    assert.ok(response.headers.has('age'))
    assert.equal(await response.text(), '"authenticator"')
  })

  // @covers operations.replica-primary
  test('does not prevent a start once it is the primary itself', async (t) => {
    await standby.query('select pg_promote()')
    const another = await startAnother(t, { DATABASE_URL: standby.urlFor('copied') })
    assert.equal(await healthOf(another), 200)
    assert.equal(await isAnsweredByReplica(another), false)
  })
})
