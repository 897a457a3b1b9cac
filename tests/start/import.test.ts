// Tests `npm run import`, which copies users, rows and files of a Supabase project.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { Client } from 'pg'
import { codeFor } from '../conformance/support/authenticator.ts'
import { connect, connectAsServer, queryDatabase, signIn } from '../support/busy-market.ts'
import { launchScript } from '../support/command.ts'
import { assertSameFiles, uploadOwnFiles, uploadToArchive } from '../support/imported-files.ts'
import { runImport, newDataFolder, assertOutcome, checksumsOf } from '../support/imports.ts'
import { type Server, startServer, until } from '../support/server.ts'
import { breakRules, startProject } from '../support/supabase-project.ts'

const { server: source, filesProxy, settingsFor, rowSettings, allSettings } = await startProject()
const querySource = (statement: string) => queryDatabase(source, statement)
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const consultant = await signIn(source, 'consultant')
const ownPaths = await uploadOwnFiles(consultant)
const archivePaths = await uploadToArchive(source)
await querySource(`insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
   select gen_random_uuid(), id, 'phone', 'totp', 'verified', now(), now(), '${secret}'
   from auth.users where email = 'contractor@mendwell.test'`)
await querySource(
  "update auth.users set banned_until = now() + interval '1 year' where email = 'contractor2@mendwell.test'",
)

await querySource(`update public.notices set mail_at = now() + interval '1 day'
   where id = (select id from public.notices where not read limit 1)`)

// This user's address is unconfirmed and may belong to somebody else, so the import must not copy the password.
await querySource(
  "update auth.users set email_confirmed_at = null where email = 'facility2@mendwell.test'",
)

const start = (DATA_DIR: string) => startServer({ settings: { DATA_DIR } })

async function assertSameAsSource(server: Server) {
  assert.deepEqual(await checksumsOf(server), await checksumsOf(source))
  const files = `select id, bucket_id, name, owner, owner_id, created_at, metadata -> 'size' as size,
    metadata -> 'mimetype' as type, metadata -> 'sha256' as sum from storage.objects order by name`
  assert.deepEqual(await queryDatabase(server, files), await querySource(files))
  const unsent = 'select count(*)::integer from public.notices where mail_at is not null'
  assert.deepEqual(await queryDatabase(server, unsent), [{ count: 0 }])
  const [outbox] = await queryDatabase(
    server,
    "select count(*)::integer from private.outbox where kind <> 'file'",
  )
  assert.deepEqual(outbox, { count: 0 })
}

async function assertUsersCanSignIn(server: Server) {
  const again = await signIn(server, 'consultant')
  assert.equal(again.id, consultant.id)
  await assertSameFiles(ownPaths, [again.client, consultant.client])
  await assertSameFiles(archivePaths, [connectAsServer(server), connectAsServer(source)])
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
  const unconfirmed =
    "select encrypted_password from auth.users where email = 'facility2@mendwell.test'"
  assert.deepEqual(await queryDatabase(server, unconfirmed), [{ encrypted_password: '' }])
  const { client } = await signIn(server, 'contractor')
  const { data: factors } = await client.auth.mfa.listFactors()
  const factorId = factors?.totp[0]?.id ?? ''
  const verified = await client.auth.mfa.challengeAndVerify({ factorId, code: codeFor(secret) })
  assert.equal(verified.error, null, verified.error?.message)
}

suite('npm run import', () => {
  // @covers files.import
  test('imports all users with passwords, rows and files', async () => {
    const DATA_DIR = await newDataFolder()
    const settings = { ...allSettings, DATA_DIR }
    assertOutcome(
      await runImport(settings, '--dry-run'),
      0,
      /^public\.jobs: \d\d\.$/m,
      /^Not the same as before: accounts with neither .*: 1\.$/m,
      /^Dry run: nothing was written/m,
    )
    assertOutcome(
      await runImport(settings),
      0,
      /^Rows imported: \d\d\d\.$/m,
      /^Files imported: 12;/m,
    )
    const server = await start(DATA_DIR)
    await assertSameAsSource(server)
    await assertUsersCanSignIn(server)
    // This insert would fail if the sequence of ids did not continue after the imported rows.
    await queryDatabase(server, "select app.audit('test', 'test', null)")
  })

  test('imports into an external database, with a login that is not a superuser', async () => {
    await querySource('create role renter login createrole bypassrls')
    await querySource('create database rented owner renter')
    await querySource('grant anon, authenticated, service_role to renter with admin option')
    const DATABASE_URL = settingsFor('rented', 'renter').IMPORT_FROM
    const settings = { DATABASE_URL, DATA_DIR: await newDataFolder() }
    assertOutcome(await runImport({ ...allSettings, ...settings }), 0, /^Files imported: 12;/m)
    await startServer({ settings })
    const client = new Client({ ...source.connection, database: 'rented' })
    await client.connect()
    const { rows } = await client.query(
      `select (select count(*)::integer from auth.users) as people, count(*)::integer as files
       from storage.objects`,
    )
    await client.end()
    assert.deepEqual(rows, [{ people: 19, files: 12 }])
  })

  test('has the same result after a kill -9 at any moment', async () => {
    const DATA_DIR = await newDataFolder()
    const settings = { ...allSettings, DATA_DIR }
    const first = launchScript('import', [], settings)
    await until(() => first.stdout().includes('public.messages: '))
    first.kill('SIGKILL')
    await first.result
    filesProxy.faults.set('file-7.pdf', 'hold')
    const second = launchScript('import', [], settings)
    await until(() => filesProxy.hasHeldResponse())
    second.kill('SIGKILL')
    await second.result
    filesProxy.faults.clear()
    const { code, output } = await runImport(settings)
    assert.equal(code, 0, output)
    const [, imported, skipped] = /^Files imported: (\d+); already here: (\d+);/m.exec(output) ?? []
    assert.ok(Number(imported) > 0 && Number(imported) + Number(skipped) === 12, output)
    assertOutcome(
      await runImport(settings),
      0,
      /^An earlier run has imported the users and rows\.$/m,
      /^Files imported: 0;/m,
    )
    await assertSameAsSource(await start(DATA_DIR))
  })

  test('skips files that do not match their rows, and imports them once they do', async () => {
    const DATA_DIR = await newDataFolder()
    const settings = { ...allSettings, DATA_DIR }
    const { faults } = filesProxy
    faults.set('file-1.pdf', 'missing').set('file-2.pdf', 'short').set('file-3.pdf', 'long')
    faults.set('file-4.pdf', 'cut').set('file-5.pdf', 'unexpected')
    assertOutcome(
      await runImport(settings),
      1,
      /^Skipped: documents: 1 missing, such as [0-9a-f-]{36}\.$/m,
      /^Skipped: documents: 2 with another size than its row says, such as /m,
      /^Skipped: documents: 1 cut off during the download, such as /m,
      /^Skipped: documents: 1 answered with 418, such as [0-9a-f-]{36}\.$/m,
      /^Files imported: 7; already here: 0; skipped: 5\. Another run tries these again\.$/m,
    )
    faults.clear()
    // The import must still recognize the project when another user is the oldest.
    await querySource(
      "update auth.users set created_at = '2001-01-01' where email = 'consultant2@mendwell.test'",
    )
    assertOutcome(
      await runImport(settings),
      0,
      /^Files imported: 5; already here: 7; skipped: 0\.$/m,
    )
    const server = await start(DATA_DIR)
    await assertSameAsSource(server)
    await queryDatabase(server, `delete from storage.objects where name like '%/file-5.pdf'`)
    await server.stop()
    assertOutcome(
      await runImport(settings),
      0,
      /^Files imported: 0; already here: 12; skipped: 0\.$/m,
    )
  })

  test('gives up after many invalid responses for files', async () => {
    filesProxy.faults.set('.pdf', 'unexpected')
    const settings = { ...allSettings, DATA_DIR: await newDataFolder() }
    assertOutcome(
      await runImport(settings),
      1,
      /^IMPORT_FILES answered with 418, 5 files in a row\./m,
    )
    filesProxy.faults.clear()
  })

  test('refuses sources and targets that it must not use, in one line', async () => {
    const DATA_DIR = await newDataFolder()
    const assertRefused = async (settings: NodeJS.ProcessEnv, line: RegExp, ...args: string[]) => {
      const result = await runImport({ DATA_DIR, ...settings }, ...args)
      assertOutcome(result, 1, line)
      assert.equal(result.output.trim().split('\n').length, 1, result.output)
    }
    await assertRefused({}, /^Set IMPORT_FROM to the address of the other database/)
    await assertRefused(
      rowSettings,
      /^The options are --dry-run and --leave-out-refused/,
      '--force',
    )
    await assertRefused(
      { IMPORT_FROM: 'https://x.example' },
      /^The setting IMPORT_FROM is not usable: must look/,
    )
    await assertRefused(
      { ...rowSettings, IMPORT_KEY: 'x' },
      /^Set IMPORT_FILES and IMPORT_KEY together/,
    )
    const unreachable = { IMPORT_FROM: 'postgres://postgres:secret@127.0.0.1:1/postgres' }
    await assertRefused(unreachable, /^IMPORT_FROM cannot be read: connect ECONNREFUSED/)
    await assertRefused(
      settingsFor('postgres', 'stranger'),
      /^IMPORT_FROM cannot be read: .*"stranger"/,
    )
    await assertRefused(settingsFor('template1'), /^IMPORT_FROM cannot be read: .*Is it a Supabase/)
    await assertRefused({ ...allSettings, IMPORT_KEY: 'wrong' }, /^IMPORT_KEY is refused there/)
    await assertRefused(
      { ...allSettings, IMPORT_FILES: 'http://127.0.0.1:1' },
      /^IMPORT_FILES cannot be reached/,
    )
    await assertRefused(
      { ...rowSettings, DATA_DIR: source.dataFolder },
      /^Mendwell is already running/,
    )
  })

  test('refuses an installation that has users', async () => {
    const server = await startServer({ settings: { SEED: 'demo' } })
    await server.stop()
    const result = await runImport({ ...rowSettings, DATA_DIR: server.dataFolder })
    assertOutcome(
      result,
      1,
      /^There are 19 accounts here already, which are not from the source\./m,
    )
  })

  test('lists rows that break a rule, and imports none or all others', async () => {
    await breakRules(source, consultant.id)
    const settings = { ...rowSettings, DATA_DIR: await newDataFolder() }
    const lines = [
      /^Not the same as before: accounts whose password is not a bcrypt hash, .*: 1\.$/m,
      /^Not the same as before: public\.profiles\.fax, which does not exist here: 19\.$/m,
      /^Not the same as before: public\.old_things, which does not exist here: 2\.$/m,
      /^Rejected: auth\.users: 1 duplicate \(users_email_partial_key\), such as ffffffff-\S+\.$/m,
      /^Rejected: public\.bids: 1 with a reference to a missing row \(bids_job_id_fkey\), such as \S+\.$/m,
      /^Rejected: public\.notification_settings: 1 without sound, such as \S+\.$/m,
      /^Rejected: public\.jobs: 1 with a value that is not allowed \(jobs_budget_check\), such as \S+\.$/m,
    ]
    assertOutcome(
      await runImport(settings),
      1,
      ...lines,
      /^Rows that violate rules of this database: 4\. Nothing was written\./m,
    )
    assertOutcome(
      await runImport(settings, '--leave-out-refused'),
      0,
      ...lines,
      /^Rows imported: \d{3}\.$/m,
    )
    const server = await start(settings.DATA_DIR)
    assert.equal((await signIn(server, 'facility')).id, (await signIn(source, 'facility')).id)
  })

  test('names a missing column that a row needs', async () => {
    await querySource('alter table public.messages drop column seq cascade')
    const settings = { ...rowSettings, DATA_DIR: await newDataFolder() }
    assertOutcome(
      await runImport(settings),
      1,
      /^Impossible: public\.messages has no column seq in the source, and rows need it here\.$/m,
    )
  })
})
