import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { apply, jobList, jobs, release, snapshot } from '../../../tests/support/release.ts'
import { quietPool } from '../../../tests/support/test-cluster.ts'
import { bareDatabase } from '../../../tests/support/test-database.ts'

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
    const functionFile = (type: string) => ({
      'one.sql': `create function public.one() returns ${type} language sql return 1;`,
    })
    await apply(pool, release({ migrations: jobs, code: functionFile('integer') }))
    await apply(pool, release({ migrations: jobs, code: functionFile('bigint') }))
    const { rows } = await pool.query('select pg_typeof(public.one())::text as type')
    assert.deepEqual(rows, [{ type: 'bigint' }])
  })

  test('drops what its files no longer contain: policies, triggers, grants, comments', async () => {
    const { pool } = await bareDatabase()
    await apply(pool, release({ migrations: jobs }))
    const snapshotBefore = await snapshot(pool)
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
    for (const text of ['all_jobs', 'authenticated=r', '_100_keep', 'In a few words.']) {
      assert.ok(withCode.includes(text), `${text} is missing`)
    }
    await apply(pool, release({ migrations: jobs, code: {} }))
    assert.deepEqual(await snapshot(pool), snapshotBefore)
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

  test('is dropped before a migration changes the tables that it uses', async () => {
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

  const forbiddenStatements: [description: string, text: string, object: string][] = [
    ['create a table', 'create table public.notes (id integer);', 'table public.notes'],
    ['create a type', "create type public.mood as enum ('good');", 'type public.mood'],
    [
      'create an index',
      'create index jobs_title_idx on public.jobs (title);',
      'index public.jobs_title_idx',
    ],
    [
      'add a constraint',
      'alter table public.jobs add constraint jobs_id check (id > 0);',
      'constraint jobs_id on public.jobs',
    ],
    ['create a schema', 'create schema other;', 'schema other'],
    [
      'set a default',
      "alter table public.jobs alter title set default 'x';",
      "default public.jobs.2 = 'x'::text",
    ],
    [
      'turn row security on',
      'alter table public.jobs enable row level security;',
      'row security public.jobs t f',
    ],
  ]
  for (const [description, text, object] of forbiddenStatements) {
    test(`may not ${description}`, async () => {
      const { pool } = await bareDatabase()
      await assert.rejects(
        apply(pool, release({ migrations: jobs, code: { 'jobs/bad.sql': text } })),
        {
          message: `code/ creates or changes the ${object}. It belongs into a migration.`,
        },
      )
    })
  }

  test('may use a newer function in an older view, and can be dropped', async () => {
    const { pool } = await bareDatabase()
    const code = {
      ...jobList,
      'z/shout.sql': `
        create function public.shout(t text) returns text language sql as 'select upper(t)';
        create or replace view public.job_list as select id, public.shout(title) as title from public.jobs;`,
    }
    await apply(pool, release({ migrations: jobs, code }))
    await apply(pool, release({ migrations: jobs, code: jobList }))
    assert.ok(!(await snapshot(pool)).join().includes('shout'))
  })

  test('survives a dropped role that had grants', async () => {
    const { pool } = await bareDatabase()
    const role = `gone_${process.pid}`
    const code = { 'grant.sql': `grant select on public.jobs to ${role};` }
    await pool.query(`create role ${role}`)
    await apply(pool, release({ migrations: jobs, code }))
    await pool.query(`drop owned by ${role}; drop role ${role}`)
    await apply(pool, release({ migrations: jobs }))
  })

  test('leaves no function executable by public, for any owner', async () => {
    const { pool, connection } = await bareDatabase()
    const user = `owner_${process.pid}`
    await pool.query(`create role ${user} superuser login`)
    await apply(pool, release({ migrations: jobs }))
    const otherPool = quietPool({ ...connection, user })
    const code = {
      'one.sql': "create function public.one() returns integer language sql as 'select 1';",
    }
    await apply(otherPool, release({ migrations: jobs, code }))
    await otherPool.end()
    const { rows } = await pool.query(
      "select has_function_privilege('anon', 'public.one()', 'execute') as open",
    )
    assert.deepEqual(rows, [{ open: false }])
  })

  test('names the file that needs a missing object', async () => {
    const { pool } = await bareDatabase()
    const code = { 'good.sql': 'select 1;', 'bad.sql': '\nselect public.nothing();' }
    await assert.rejects(apply(pool, release({ migrations: jobs, code })), {
      message: 'product/bad.sql:2: function public.nothing() does not exist',
    })
  })
})
