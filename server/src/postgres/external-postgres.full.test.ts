import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { apply, snapshot } from '../../tests/support/release.ts'
import { quietPool, startCluster } from '../../tests/support/test-cluster.ts'
import { asAdmin, bareDatabase } from '../../tests/support/test-database.ts'
import { checkExternalPostgres } from './external-postgres.ts'
import { readRelease } from './release/release.ts'

const { connection } = await bareDatabase()
const { rows } = await asAdmin<{ server_version_num: string }>('show server_version_num')
const version = Math.floor(Number(rows[0]?.server_version_num) / 10_000)

async function createLogin(rights: string) {
  const user = `login_${process.pid}_${rights.replaceAll(' ', '_')}`
  await asAdmin(`create role ${user} login ${rights}`)
  return { ...connection, user }
}

suite('the login of an external database', () => {
  test('may be a superuser', async () => {
    await checkExternalPostgres(connection)
  })

  test('may not be an ordinary role', async () => {
    const ordinary = await createLogin('nosuperuser')
    await assert.rejects(checkExternalPostgres(ordinary), {
      message: /^DATABASE_URL logs in as login_.*, who must be a superuser/,
    })
  })

  test('may not be a role that can create roles but is bound by row security', async () => {
    await assert.rejects(checkExternalPostgres(await createLogin('createrole')), {
      message: /who must be a superuser/,
    })
  })

  if (version >= 16) {
    test('may be a role with CREATEROLE and BYPASSRLS since version 16', async () => {
      await checkExternalPostgres(await createLogin('createrole bypassrls'))
    })

    test('can set up a new server with CREATEROLE and BYPASSRLS', async (t) => {
      const { host, stop } = await startCluster()
      t.after(stop)
      const admin = quietPool({ host, user: 'postgres', database: 'postgres' })
      await admin.query('create role owner login createrole bypassrls')
      await admin.query('create database owned owner owner')
      await admin.end()
      const pool = quietPool({ host, user: 'owner', database: 'owned' })
      try {
        await apply(pool, await readRelease('supabase'))
        const first = await snapshot(pool)
        await apply(pool, await readRelease('supabase'))
        assert.deepEqual(await snapshot(pool), first)
        await pool.query('begin; set local role anon; commit')
      } finally {
        await pool.end()
      }
    })
  } else {
    test('may not be a role with CREATEROLE and BYPASSRLS before version 16', async () => {
      await assert.rejects(checkExternalPostgres(await createLogin('createrole bypassrls')), {
        message: /who must be a superuser\.$/,
      })
    })
  }
})

suite('a wrong DATABASE_URL gives one clear line', () => {
  const invalidUrls = {
    'a closed port': 'postgres://me:secret@127.0.0.1:1/db',
    'an unknown host': 'postgres://me:secret@nowhere.invalid/db',
    'an unknown database': `postgres:///nothing?host=${connection.host}&user=postgres`,
  }
  for (const [description, connectionString] of Object.entries(invalidUrls)) {
    test(description, async () => {
      await assert.rejects(checkExternalPostgres({ connectionString }), (error: Error) => {
        assert.match(error.message, /^DATABASE_URL cannot be used: .+\.$/)
        assert.doesNotMatch(error.message, /secret|\n/)
        return true
      })
    })
  }
})
