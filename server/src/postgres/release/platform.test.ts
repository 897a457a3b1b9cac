import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { suite, test } from 'node:test'
import { Client, DatabaseError, type Pool } from 'pg'
import { productDatabase } from '../../../tests/support/test-database.ts'

const { pool, connection } = await productDatabase()

/** Runs a statement as the gateway does: logs in as authenticator, and sets the role and the claims. */
async function queryAs(role: string, statement: string, claims: object = {}) {
  const client = new Client({ ...connection, user: 'authenticator' })
  await client.connect()
  try {
    await client.query('begin')
    await client.query(
      "select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)",
      [role, JSON.stringify(claims)],
    )
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}

function hasCode(code: string) {
  return (error: unknown) => error instanceof DatabaseError && error.code === code
}

suite('roles', () => {
  test('authenticator may log in, and has and inherits no rights', async () => {
    const client = new Client({ ...connection, user: 'authenticator' })
    await client.connect()
    await assert.rejects(client.query('select from storage.buckets'), hasCode('42501'))
    await assert.rejects(client.query('select from private.settings'), hasCode('42501'))
    await client.end()
  })

  test('authenticator may become only the three roles', async () => {
    for (const role of ['anon', 'authenticated', 'service_role']) {
      assert.deepEqual(await queryAs(role, 'select current_user::text as me'), [{ me: role }])
    }
    await assert.rejects(queryAs('postgres', 'select 1'), hasCode('42501'))
  })

  test('the three roles cannot log in', async () => {
    for (const user of ['anon', 'authenticated', 'service_role']) {
      await assert.rejects(new Client({ ...connection, user }).connect(), hasCode('28000'))
    }
  })

  for (const role of ['anon', 'authenticated', 'service_role']) {
    test(`${role} cannot enter the schema private`, async () => {
      await assert.rejects(queryAs(role, 'select * from private.secrets'), hasCode('42501'))
    })

    test(`${role} cannot read accounts`, async () => {
      await assert.rejects(queryAs(role, 'select * from auth.users'), hasCode('42501'))
    })
  }
})

suite('row security', () => {
  test('is on and forced on every table of the platform', async () => {
    const { rows } = await pool.query(
      `select oid::regclass::text as open
       from pg_class
       where relnamespace::regnamespace::text in ('auth', 'storage', 'realtime', 'private')
         and relkind in ('r', 'p') and not (relrowsecurity and relforcerowsecurity)`,
    )
    assert.deepEqual(rows, [])
  })
})

suite('functions of the platform', () => {
  test('all have an empty search path, and none is executable by public', async () => {
    const { rows } = await pool.query(
      `select p.oid::regprocedure::text as loose
       from pg_proc p
       where pronamespace::regnamespace::text in ('auth', 'storage', 'realtime', 'private')
         and (
           not coalesce(proconfig, '{}') @> array['search_path=""']
           or exists (select from aclexplode(coalesce(proacl, acldefault('f', proowner))) where grantee = 0)
         )`,
    )
    assert.deepEqual(rows, [])
  })

  test('auth.uid, role, email and jwt read the claims of the request', async () => {
    const claims = { sub: randomUUID(), role: 'authenticated', email: 'ada@example.com' }
    const rows = await queryAs(
      'authenticated',
      'select auth.uid() as id, auth.role() as role, auth.email() as email, auth.jwt() as jwt',
      claims,
    )
    assert.deepEqual(rows, [
      { id: claims.sub, role: 'authenticated', email: 'ada@example.com', jwt: claims },
    ])
  })

  test('without claims, these functions return null, even if an earlier transaction had claims', async () => {
    const claimsSql =
      'select auth.uid() as id, auth.role() as role, auth.email() as email, auth.jwt() as jwt'
    const emptyClaims = [{ id: null, role: null, email: null, jwt: null }]
    const client = await pool.connect()
    assert.deepEqual((await client.query(claimsSql)).rows, emptyClaims)
    await client.query("begin; set local request.jwt.claims = '{}'; commit")
    assert.deepEqual((await client.query(claimsSql)).rows, emptyClaims)
    client.release()
  })

  test('storage.foldername, filename and extension return the parts of a path', async () => {
    const rows = await queryAs(
      'anon',
      `select storage.foldername('ada/picture/me.small.png') as folder,
              storage.filename('ada/picture/me.small.png') as file,
              storage.extension('ada/picture/me.small.png') as extension`,
    )
    assert.deepEqual(rows, [{ folder: ['ada', 'picture'], file: 'me.small.png', extension: 'png' }])
  })

  test('realtime.topic is the topic of the connection, or null', async () => {
    const topicSql = 'select realtime.topic() as topic'
    assert.deepEqual(await queryAs('authenticated', topicSql), [{ topic: null }])
    const client = await pool.connect()
    await client.query("begin; set local realtime.topic = 'job:1'")
    assert.deepEqual((await client.query(topicSql)).rows, [{ topic: 'job:1' }])
    await client.query('rollback')
    client.release()
  })
})

suite('auth.assert_session', async () => {
  const user = randomUUID()
  await pool.query('insert into auth.users (id, email) values ($1, $2)', [user, 'ada@example.com'])

  async function addSession(database: Pool, notAfter: string | null) {
    const id = randomUUID()
    await database.query(
      'insert into auth.sessions (id, user_id, not_after) values ($1, $2, now() + $3::interval)',
      [id, user, notAfter],
    )
    return id
  }

  const assertSession = (id: string | null) =>
    queryAs('authenticated', `select auth.assert_session(${id ? `'${id}'` : 'null'}::uuid)`)

  function isSessionEnded(error: unknown) {
    assert.ok(error instanceof DatabaseError)
    assert.equal(error.code, 'PGRST')
    assert.deepEqual(JSON.parse(error.message), {
      code: 'session_not_found',
      message: 'Your session has ended. Log in again.',
      details: null,
      hint: null,
    })
    assert.deepEqual(JSON.parse(error.detail ?? ''), { status: 401, headers: {} })
    return true
  }

  test('accepts a token without a session', async () => {
    await assertSession(null)
  })

  test('accepts a session without an end or with a later end', async () => {
    await assertSession(await addSession(pool, null))
    await assertSession(await addSession(pool, '1 hour'))
  })

  test('refuses a session that has ended', async () => {
    const expiredSession = await addSession(pool, '-1 second')
    await assert.rejects(assertSession(expiredSession), isSessionEnded)
  })

  test('refuses a session that was deleted', async () => {
    const session = await addSession(pool, null)
    await pool.query('delete from auth.sessions where id = $1', [session])
    await assert.rejects(assertSession(session), isSessionEnded)
  })
})
