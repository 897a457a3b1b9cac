// Tests `npm run import`, which copies users, rows and files of another project. It has the same result after any
// interruption.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { suite, test } from 'node:test'
import { Client } from 'pg'
import { codeFor } from '../conformance/support/authenticator.ts'
import { connect, inDatabase, signIn, type SignedIn, upload } from '../support/busy-market.ts'
import { launchScript } from '../support/command.ts'
import { runImport, newFolder, says, checksumsOf } from '../support/imports.ts'
import { type Server, startServer, until } from '../support/server.ts'
import { startProject } from '../support/supabase-project.ts'

const project = await startProject()
const there = project.server
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const margaret = await signIn(there, 'consultant')
const paths = await uploadSome(margaret)
await inDatabase(
  there,
  `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
   select gen_random_uuid(), id, 'phone', 'totp', 'verified', now(), now(), '${secret}'
   from auth.users where email = 'contractor@mendwell.test'`,
)
await inDatabase(
  there,
  "update auth.users set banned_until = now() + interval '1 year' where email = 'contractor2@mendwell.test'",
)

await inDatabase(
  there,
  `update public.notices set mail_at = now() + interval '1 day'
   where id = (select id from public.notices where not read limit 1)`,
)

// The address of this user is not confirmed, so it may belong to somebody else.
await inDatabase(
  there,
  "update auth.users set email_confirmed_at = null where email = 'facility2@mendwell.test'",
)

async function uploadSome(owner: SignedIn) {
  const made: string[] = []
  for (let number = 0; number < 12; number += 1) {
    made.push(await upload(owner, `file-${number}`, `number ${number} `.repeat(500 * (number + 1))))
  }
  return made
}

const start = (DATA_DIR: string) => startServer({ settings: { DATA_DIR } })

async function assertSameAsThere(server: Server) {
  assert.deepEqual(await checksumsOf(server), await checksumsOf(there))
  const files = `select id, bucket_id, name, owner, owner_id, created_at, metadata -> 'size' as size,
    metadata -> 'mimetype' as type, metadata -> 'sha256' as sum from storage.objects order by name`
  assert.deepEqual(await inDatabase(server, files), await inDatabase(there, files))
  const unsaid = 'select count(*)::integer from public.notices where mail_at is not null'
  assert.deepEqual(await inDatabase(server, unsaid), [{ count: 0 }])
  const [outbox] = await inDatabase(
    server,
    "select count(*)::integer from private.outbox where kind <> 'file'",
  )
  assert.deepEqual(outbox, { count: 0 })
}

async function assertPeopleAreAtHome(server: Server) {
  const again = await signIn(server, 'consultant')
  assert.equal(again.id, margaret.id)
  for (const path of paths) {
    const [here, original] = await Promise.all(
      [again, margaret].map(({ client }) => client.storage.from('documents').download(path)),
    )
    assert.deepEqual(await here?.data?.bytes(), await original?.data?.bytes())
  }
  const facility = await signIn(server, 'facility')
  const { data: jobs } = await facility.client
    .from('jobs')
    .select('id')
    .eq('facility_id', facility.id)
  assert.ok((jobs?.length ?? 0) > 5)
  const banned = await connect(server).auth.signInWithPassword({
    email: 'contractor2@mendwell.test',
    password: 'Mendwell-demo-1',
  })
  assert.equal(banned.error?.code, 'user_banned')
  const stranger =
    "select encrypted_password from auth.users where email = 'facility2@mendwell.test'"
  assert.deepEqual(await inDatabase(server, stranger), [{ encrypted_password: '' }])
  const { client } = await signIn(server, 'contractor')
  const { data: factors } = await client.auth.mfa.listFactors()
  const factorId = factors?.totp[0]?.id ?? ''
  const verified = await client.auth.mfa.challengeAndVerify({ factorId, code: codeFor(secret) })
  assert.equal(verified.error, null, verified.error?.message)
}

/** Drops constraints in the other project, and adds rows that break them. A real project may lack our constraints. */
async function breakRules() {
  await inDatabase(
    there,
    `set session_replication_role = replica;
     alter table public.bids drop constraint bids_job_id_fkey;
     alter table public.jobs drop constraint jobs_budget_check;
     alter table public.notification_settings alter column sound drop not null;
     alter table public.profiles add column fax text default '303 555 0100';
     create table public.old_things as select generate_series(1, 2) as id;
     insert into auth.users (id, email) values ('ffffffff-ffff-4fff-bfff-ffffffffffff', 'Facility@mendwell.test');
     update auth.users set encrypted_password = '$argon2id$v=19$m=65536$c29tZXNhbHQ$aGFzaA'
       where email = 'hank@highplainsroofing.test';
     insert into public.bids (job_id, contractor_id, amount)
       values ('${randomUUID()}', (select id from auth.users where email = 'contractor@mendwell.test'), 100);
     insert into public.jobs (facility_id, title, description, budget)
       values ('${margaret.id}', 'Roof', 'It leaks.', -1);
     update public.notification_settings set sound = null where user_id = '${margaret.id}'`,
  )
}

suite('npm run import', () => {
  // @covers files.import
  test('imports all users with passwords, rows and files', async () => {
    const DATA_DIR = await newFolder()
    const settings = { ...project.all, DATA_DIR }
    says(
      await runImport(settings, '--dry-run'),
      0,
      /^public\.jobs: \d\d\.$/m,
      /^Not the same as before: accounts with neither .*: 1\.$/m,
      /^Dry run: nothing was written/m,
    )
    says(await runImport(settings), 0, /^Rows imported: \d\d\d\.$/m, /^Files imported: 12;/m)
    const server = await start(DATA_DIR)
    await assertSameAsThere(server)
    await assertPeopleAreAtHome(server)
    // The insert would fail if the sequence of ids did not continue after the imported rows.
    await inDatabase(server, "select app.audit('test', 'test', null)")
  })

  test('imports into an outside database, with a login that is not a superuser', async () => {
    await inDatabase(there, 'create role renter login createrole bypassrls')
    await inDatabase(there, 'create database rented owner renter')
    await inDatabase(there, 'grant anon, authenticated, service_role to renter with admin option')
    const DATABASE_URL = project.settingsFor('rented', 'renter').IMPORT_FROM
    const settings = { DATABASE_URL, DATA_DIR: await newFolder() }
    says(await runImport({ ...project.all, ...settings }), 0, /^Files imported: 12;/m)
    await startServer({ settings })
    const client = new Client({ ...there.connection, database: 'rented' })
    await client.connect()
    const { rows } = await client.query(
      `select (select count(*)::integer from auth.users) as people, count(*)::integer as files
       from storage.objects`,
    )
    await client.end()
    assert.deepEqual(rows, [{ people: 19, files: 12 }])
  })

  test('has the same result after a kill -9 at any moment', async () => {
    const DATA_DIR = await newFolder()
    const settings = { ...project.all, DATA_DIR }
    const first = launchScript('import', [], settings)
    await until(() => first.said().includes('public.messages: '))
    first.kill('SIGKILL')
    await first.ended
    project.line.tricks.set('file-7.pdf', 'hold')
    const second = launchScript('import', [], settings)
    await until(() => project.line.isHeld())
    second.kill('SIGKILL')
    await second.ended
    project.line.tricks.clear()
    const { code, output } = await runImport(settings)
    assert.equal(code, 0, output)
    const [, brought, present] = /^Files imported: (\d+); already here: (\d+);/m.exec(output) ?? []
    assert.ok(Number(brought) > 0 && Number(brought) + Number(present) === 12, output)
    says(
      await runImport(settings),
      0,
      /^An earlier run has imported the users and rows\.$/m,
      /^Files imported: 0;/m,
    )
    await assertSameAsThere(await start(DATA_DIR))
  })

  test('skips files that do not match their rows, and imports them once they do', async () => {
    const DATA_DIR = await newFolder()
    const settings = { ...project.all, DATA_DIR }
    const { tricks } = project.line
    tricks.set('file-1.pdf', 'missing').set('file-2.pdf', 'short').set('file-3.pdf', 'long')
    tricks.set('file-4.pdf', 'cut').set('file-5.pdf', 'odd')
    says(
      await runImport(settings),
      1,
      /^Skipped: documents: 1 missing, such as [0-9a-f-]{36}\.$/m,
      /^Skipped: documents: 2 with another size than its row says, such as /m,
      /^Skipped: documents: 1 cut off during the download, such as /m,
      /^Skipped: documents: 1 answered with 418, such as [0-9a-f-]{36}\.$/m,
      /^Files imported: 7; already here: 0; skipped: 5\. Another run tries these again\.$/m,
    )
    tricks.clear()
    // Makes another account the oldest one. The import must still recognize the project.
    await inDatabase(
      there,
      "update auth.users set created_at = '2001-01-01' where email = 'consultant2@mendwell.test'",
    )
    says(await runImport(settings), 0, /^Files imported: 5; already here: 7; skipped: 0\.$/m)
    const server = await start(DATA_DIR)
    await assertSameAsThere(server)
    await inDatabase(server, `delete from storage.objects where name like '%/file-5.pdf'`)
    await server.stop()
    says(await runImport(settings), 0, /^Files imported: 0; already here: 12; skipped: 0\.$/m)
  })

  test('gives up after many invalid responses for files', async () => {
    project.line.tricks.set('.pdf', 'odd')
    const settings = { ...project.all, DATA_DIR: await newFolder() }
    says(await runImport(settings), 1, /^IMPORT_FILES answered with 418, 5 files in a row\./m)
    project.line.tricks.clear()
  })

  test('refuses sources and targets that it must not use, in one line', async () => {
    const DATA_DIR = await newFolder()
    const refuses = async (settings: NodeJS.ProcessEnv, line: RegExp, ...args: string[]) => {
      const outcome = await runImport({ DATA_DIR, ...settings }, ...args)
      says(outcome, 1, line)
      assert.equal(outcome.output.trim().split('\n').length, 1, outcome.output)
    }
    await refuses({}, /^Set IMPORT_FROM to the address of the other database/)
    await refuses(project.rows, /^The options are --dry-run and --leave-out-refused/, '--force')
    await refuses(
      { IMPORT_FROM: 'https://x.example' },
      /^The setting IMPORT_FROM is not usable: must look/,
    )
    await refuses({ ...project.rows, IMPORT_KEY: 'x' }, /^Set IMPORT_FILES and IMPORT_KEY together/)
    const nowhere = { IMPORT_FROM: 'postgres://postgres:secret@127.0.0.1:1/postgres' }
    await refuses(nowhere, /^IMPORT_FROM cannot be read: connect ECONNREFUSED/)
    await refuses(
      project.settingsFor('postgres', 'stranger'),
      /^IMPORT_FROM cannot be read: .*"stranger"/,
    )
    await refuses(
      project.settingsFor('template1'),
      /^IMPORT_FROM cannot be read: .*Is it a Supabase/,
    )
    await refuses({ ...project.all, IMPORT_KEY: 'wrong' }, /^IMPORT_KEY is refused there/)
    await refuses(
      { ...project.all, IMPORT_FILES: 'http://127.0.0.1:1' },
      /^IMPORT_FILES cannot be reached/,
    )
    await refuses({ ...project.rows, DATA_DIR: there.dataFolder }, /^Mendwell is already running/)
  })

  test('refuses an installation that has users', async () => {
    const server = await startServer({ settings: { SEED: 'demo' } })
    await server.stop()
    const outcome = await runImport({ ...project.rows, DATA_DIR: server.dataFolder })
    says(outcome, 1, /^There are 19 accounts here already, which are not from the source\./m)
  })

  test('lists rows that break a rule, and imports none or all others', async () => {
    await breakRules()
    const settings = { ...project.rows, DATA_DIR: await newFolder() }
    const lines = [
      /^Not the same as before: accounts whose password is not a bcrypt hash, .*: 1\.$/m,
      /^Not the same as before: public\.profiles\.fax, which does not exist here: 19\.$/m,
      /^Not the same as before: public\.old_things, which does not exist here: 2\.$/m,
      /^Rejected: auth\.users: 1 duplicate \(users_email_partial_key\), such as ffffffff-\S+\.$/m,
      /^Rejected: public\.bids: 1 with a reference to a missing row \(bids_job_id_fkey\), such as \S+\.$/m,
      /^Rejected: public\.notification_settings: 1 without sound, such as \S+\.$/m,
      /^Rejected: public\.jobs: 1 with a value that is not allowed \(jobs_budget_check\), such as \S+\.$/m,
    ]
    says(
      await runImport(settings),
      1,
      ...lines,
      /^Rows that violate rules of this database: 4\. Nothing was written\./m,
    )
    says(await runImport(settings, '--leave-out-refused'), 0, ...lines, /^Rows imported: \d{3}\.$/m)
    const server = await start(settings.DATA_DIR)
    assert.equal((await signIn(server, 'facility')).id, (await signIn(there, 'facility')).id)
  })

  test('names a missing column that a row needs', async () => {
    await inDatabase(there, 'alter table public.messages drop column seq cascade')
    const settings = { ...project.rows, DATA_DIR: await newFolder() }
    says(
      await runImport(settings),
      1,
      /^Impossible: public\.messages has no column seq in the source, and rows need it here\.$/m,
    )
  })
})
