import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { readRelease } from '../../src/database/release/sql-files.ts'
import { apply, release, silent, snapshot } from '../support/release.ts'
import { bareDatabase, productDatabase } from '../support/test-database.ts'

const jobs = { '0001-jobs.sql': 'create table public.jobs (id integer primary key, title text);' }
const jobList = {
  'jobs/list.sql': 'create view public.job_list as select id, title from public.jobs;',
}

suite('a release', () => {
  test('changes nothing when it is applied again', async () => {
    const { pool } = await bareDatabase()
    const real = await readRelease('supabase')
    await apply(pool, real)
    const first = await snapshot(pool)
    await apply(pool, real)
    assert.deepEqual(await snapshot(pool), first)
    assert.ok(first.includes('table auth.users'))
  })

  test('puts back what is missing of the platform', async () => {
    const { pool } = await productDatabase()
    const before = await snapshot(pool)
    await pool.query('drop function auth.uid(); drop table auth.mfa_amr_claims')
    await apply(pool, await readRelease('supabase'))
    assert.deepEqual(await snapshot(pool), before)
  })

  test('without a product leaves the product of the database alone', async () => {
    const { pool } = await bareDatabase()
    await apply(pool, release({ migrations: jobs, code: jobList }))
    const before = await snapshot(pool)
    await apply(pool, await readRelease(undefined))
    assert.deepEqual(await snapshot(pool), before)
  })

  test('writes the settings that SQL needs, and their changes', async () => {
    const { pool } = await bareDatabase()
    const settings = () => pool.query("select value from private.settings where name = 'signup'")
    await apply(pool, release({ migrations: jobs }), { settings: { signup: 'closed' } })
    assert.deepEqual((await settings()).rows, [{ value: 'closed' }])
    await apply(pool, release({ migrations: jobs }), { settings: { signup: 'open' } })
    assert.deepEqual((await settings()).rows, [{ value: 'open' }])
  })

  test('waits for a table that is in use, and goes on', async () => {
    const { pool } = await bareDatabase()
    await apply(pool, release({ migrations: jobs, code: jobList }))
    const busy = await pool.connect()
    await busy.query('begin; lock table public.jobs')
    const renamed = { ...jobs, '0002-name.sql': 'alter table public.jobs rename title to name;' }
    let warned = () => {}
    const firstFailure = new Promise<void>((resolve) => (warned = resolve))
    const log = silent.child({}, { level: 'warn' })
    log.warn = () => warned()
    const applying = apply(pool, release({ migrations: renamed }), { log })
    await firstFailure
    await busy.query('commit')
    busy.release()
    await applying
    assert.ok((await snapshot(pool)).includes('  name text'))
  })
})

suite('code', () => {
  test('may rename a column of a view', async () => {
    const { pool } = await bareDatabase()
    await apply(pool, release({ migrations: jobs, code: jobList }))
    const renamed = 'create view public.job_list as select id, title as name from public.jobs;'
    await apply(pool, release({ migrations: jobs, code: { 'jobs/list.sql': renamed } }))
    const { fields } = await pool.query('select * from public.job_list')
    assert.deepEqual(
      fields.map((field) => field.name),
      ['id', 'name'],
    )
  })

  test('may change the type that a function returns', async () => {
    const { pool } = await bareDatabase()
    const one = (type: string) => ({
      'one.sql': `create function public.one() returns ${type} language sql return 1;`,
    })
    await apply(pool, release({ migrations: jobs, code: one('integer') }))
    await apply(pool, release({ migrations: jobs, code: one('bigint') }))
    const { rows } = await pool.query('select pg_typeof(public.one())::text as type')
    assert.deepEqual(rows, [{ type: 'bigint' }])
  })

  test('loses what its files no longer say: policies, triggers, grants, comments', async () => {
    const { pool } = await bareDatabase()
    await apply(pool, release({ migrations: jobs }))
    const without = await snapshot(pool)
    const code = {
      'jobs/policies.sql': 'create policy all_jobs on public.jobs using (id > 0);',
      'jobs/grants.sql': `
        grant select (id) on public.jobs to authenticated;
        grant insert on public.jobs to service_role;
        grant create on schema public to service_role;`,
      'jobs/comments.sql': `
        comment on table public.jobs is 'Work to be done.';
        comment on column public.jobs.title is 'In a few words.';`,
      'jobs/triggers.sql': `
        create function public.keep() returns trigger language plpgsql as 'begin return new; end';
        create trigger _100_keep before update on public.jobs
          for each row execute function public.keep();`,
    }
    await apply(pool, release({ migrations: jobs, code }))
    const withCode = (await snapshot(pool)).join('\n')
    for (const word of ['all_jobs', 'authenticated=r', '_100_keep', 'In a few words.']) {
      assert.ok(withCode.includes(word), `${word} is missing`)
    }
    await apply(pool, release({ migrations: jobs, code: {} }))
    assert.deepEqual(await snapshot(pool), without)
  })

  test('needs no order among its files', async () => {
    const { pool } = await bareDatabase()
    const code = {
      'a/total.sql':
        'create function public.total() returns bigint language sql as $$ select count(*) from public.job_list $$;',
      'b/list.sql':
        'create view public.job_list as select * from public.jobs where public.is_open(id);',
      'c/is-open.sql':
        "create function public.is_open(id integer) returns boolean language sql as 'select true';",
    }
    await apply(pool, release({ migrations: jobs, code }))
    await apply(pool, release({ migrations: jobs, code: { ...code, 'd.sql': 'select 1;' } }))
    assert.deepEqual((await pool.query('select public.total()::integer as n')).rows, [{ n: 0 }])
  })

  test('is taken away while a migration changes what it stands on', async () => {
    const { pool } = await bareDatabase()
    await apply(pool, release({ migrations: jobs, code: jobList }))
    const migrations = {
      ...jobs,
      '0002-title.sql': 'alter table public.jobs alter title type varchar(200);',
    }
    await apply(pool, release({ migrations, code: jobList }))
    assert.ok((await snapshot(pool)).includes('  title character varying(200)'))
    await pool.query('select title from public.job_list')
  })

  test('may not create a table', async () => {
    const { pool } = await bareDatabase()
    const code = { 'jobs/table.sql': 'create table public.notes (id integer);' }
    await assert.rejects(apply(pool, release({ migrations: jobs, code })), {
      message: /creates the table public\.notes\. What holds data belongs into a migration/,
    })
  })

  test('names the file that needs what nobody creates', async () => {
    const { pool } = await bareDatabase()
    const code = { 'good.sql': 'select 1;', 'bad.sql': '\nselect public.nothing();' }
    await assert.rejects(apply(pool, release({ migrations: jobs, code })), {
      message: 'product/bad.sql:2: function public.nothing() does not exist',
    })
  })
})

suite('a migration', () => {
  test('runs once', async () => {
    const { pool } = await bareDatabase()
    const migrations = {
      ...jobs,
      '0002-row.sql': "insert into public.jobs values (1, 'Fix roof');",
    }
    await apply(pool, release({ migrations }))
    await apply(pool, release({ migrations, code: jobList }))
    assert.equal((await pool.query('select from public.jobs')).rowCount, 1)
  })

  test('that fails leaves the database as before and names its line', async () => {
    const { pool } = await bareDatabase()
    await apply(pool, release({ migrations: jobs, code: jobList }))
    const before = await snapshot(pool)
    const failing = async (text: string, message: string) => {
      const migrations = {
        ...jobs,
        '0002-good.sql': 'drop table if exists x;',
        '0003-bad.sql': text,
      }
      await assert.rejects(apply(pool, release({ migrations, code: jobList })), { message })
      assert.deepEqual(await snapshot(pool), before)
    }
    await failing(
      'alter table public.jobs\n  add bad;',
      'product/0003-bad.sql:2: syntax error at or near ";"',
    )
    await failing(
      "insert into public.jobs values (1, 'a;b');\n\n-- twice;\ninsert into public.jobs values (1, 'c');",
      'product/0003-bad.sql:4: duplicate key value violates unique constraint "jobs_pkey"',
    )
  })

  test('may not be changed after it ran', async () => {
    const { pool } = await bareDatabase()
    await apply(pool, release({ migrations: jobs }))
    const changed = { '0001-jobs.sql': `${jobs['0001-jobs.sql']} -- better` }
    await assert.rejects(apply(pool, release({ migrations: changed })), {
      message: /product\/0001-jobs\.sql was changed after it ran/,
    })
  })

  test('may not end the transaction that it runs in', async () => {
    const { pool } = await bareDatabase()
    const migrations = { ...jobs, '0002-commit.sql': 'commit; begin;' }
    await assert.rejects(apply(pool, release({ migrations })), {
      message: /0002-commit\.sql: a file must not begin or end a transaction/,
    })
  })
})

suite('several servers', () => {
  test('that start together apply a release once', async () => {
    const { pool } = await bareDatabase()
    const given = release({ migrations: jobs, code: jobList })
    await Promise.all([1, 2, 3, 4].map(() => apply(pool, given, { isShared: true })))
    const { rows } = await pool.query('select count(*)::integer as n from private.releases')
    assert.deepEqual(rows, [{ n: 1 }])
  })

  test('an older one leaves a newer migration and its code alone', async () => {
    const { pool } = await bareDatabase()
    const old = release({ migrations: jobs, code: jobList })
    const migrations = { ...jobs, '0002-more.sql': 'alter table public.jobs add city text;' }
    await apply(pool, old)
    await apply(pool, release({ migrations, code: {} }))
    const newer = await snapshot(pool)
    await apply(pool, old)
    assert.deepEqual(await snapshot(pool), newer)
  })

  test('an older one leaves newer code alone where they share the database', async () => {
    const { pool } = await bareDatabase()
    const [old, newer] = [
      release({ migrations: jobs, code: jobList }),
      release({ migrations: jobs }),
    ]
    await apply(pool, old, { isShared: true })
    await apply(pool, newer, { isShared: true })
    const after = await snapshot(pool)
    await apply(pool, old, { isShared: true })
    assert.deepEqual(await snapshot(pool), after)
  })

  test('one that is alone goes back to older code, as its developer asks', async () => {
    const { pool } = await bareDatabase()
    const [one, other] = [
      release({ migrations: jobs, code: jobList }),
      release({ migrations: jobs }),
    ]
    await apply(pool, one)
    const first = await snapshot(pool)
    await apply(pool, other)
    await apply(pool, one)
    assert.deepEqual(await snapshot(pool), first)
  })
})
