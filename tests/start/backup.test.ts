import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import {
  addJob,
  connect,
  connectAsServer,
  queryDatabase,
  startWriting,
  type SignedIn,
  signIn,
  upload,
} from '../support/busy-market.ts'
import { launchScript, run, runScript } from '../support/command.ts'
import { liftLimits } from '../support/lift-limits.ts'
import { healthOf, type Server, startServer, temporaryFolder, until } from '../support/server.ts'

async function startBusy() {
  const server = await startServer()
  await liftLimits(server.connection)
  const facility = await signIn(server, 'facility')
  return { server, facility, uploader: connectAsServer(server) }
}

async function backUp({ dataFolder }: Server) {
  const target = join(await temporaryFolder(), 'backups', 'one')
  const { code, output } = await runScript('backup', [target], { DATA_DIR: dataFolder })
  assert.equal(code, 0, output)
  assert.match(output, /^The backup is \/.*\/backups\/one: \d+ files\.\n$/)
  return target
}

/** Starts a backup. Resolves when the table of jobs is copied but the backup is unfinished. */
async function beginBackup(server: Server) {
  const [row] = await queryDatabase(server, "select pg_relation_filepath('public.jobs') as path")
  const table = join('database', String(row?.['path']))
  const backups = join(await temporaryFolder(), 'backups')
  const backup = launchScript('backup', [join(backups, 'one')], { DATA_DIR: server.dataFolder })
  await until(async () => {
    const [unfinished = ''] = await readdir(backups).catch(() => [])
    return existsSync(join(backups, unfinished, table))
  })
  return { ...backup, backups }
}

async function restoreAndStart(backup: string) {
  const DATA_DIR = join(await temporaryFolder(), 'data')
  const { code, output } = await runScript('restore', [backup], { DATA_DIR })
  assert.equal(code, 0, output)
  assert.match(output, /: \d+ tables with \d+ rows\. Start the server\.\n$/)
  const server = await startServer({ settings: { DATA_DIR } })
  assert.equal(await healthOf(server), 200)
  return server
}

const fileOf = ({ dataFolder }: Server, version: string) =>
  join(dataFolder, 'files', version.slice(0, 2), version)

/** Checks that every object has the bytes that were uploaded. */
async function assertFilesAreWhole(server: Server) {
  const objects = await queryDatabase(
    server,
    `select version, metadata ->> 'sha256' as hash from storage.objects`,
  )
  for (const { version, hash } of objects) {
    const bytes = await readFile(fileOf(server, String(version)))
    assert.equal(createHash('sha256').update(bytes).digest('hex'), hash)
  }
  return objects.length
}

async function assertHas(server: Server, jobs: string[], files: string[]) {
  const rows = await queryDatabase(
    server,
    `select title as name from public.jobs union all select name from storage.objects`,
  )
  const names = new Set(rows.map(({ name }) => name))
  assert.deepEqual(
    [...jobs, ...files].filter((name) => !names.has(name)),
    [],
  )
}

async function assertGoesOn(server: Server, { session }: SignedIn) {
  const { refresh_token, access_token } = session
  const client = connect(server)
  const { error: refused } = await client.auth.setSession({ access_token, refresh_token })
  assert.equal(refused, null, refused?.message)
  const { error, data } = await client.auth.refreshSession()
  assert.equal(error, null, error?.message)
  assert.ok(data.session)
  await addJob({ client, id: data.session.user.id, session: data.session }, 'After the restore')
}

/** Waits until the outbox is empty and the counters are rolled up. */
async function untilAtRest(server: Server) {
  const waiting = `select from private.outbox where done_at is null and dead_at is null
    union all select from private.counter_changes`
  await until(async () => (await queryDatabase(server, waiting)).length === 0)
}

/** Returns a checksum of each table, except those that a restore empties. */
async function checksumsOf(server: Server) {
  const tables = await queryDatabase(
    server,
    `select oid::regclass::text as name from pg_class
      where relkind = 'r' and relpersistence = 'p' and oid <> 'realtime.changes'::regclass
        and relnamespace::regnamespace::text !~ '^(pg_|information_schema$)' order by 1`,
  )
  const sums = tables.map(
    ({ name }) =>
      `select '${String(name)}' as name, count(*) as rows, md5(string_agg(t::text, '|' order by t::text)) as sum
         from ${String(name)} t`,
  )
  return queryDatabase(server, `${sums.join(' union all ')} order by name`)
}

suite('a backup of a server that is written to', () => {
  // @covers operations.backup
  test('restores everything: rows, files, sessions and rights', async () => {
    const { server, facility, uploader } = await startBusy()
    const busy = startWriting(facility, uploader)
    await until(() => busy.jobs.length >= 10 && busy.files.length >= 10)
    const { kill, result, backups } = await beginBackup(server)
    kill('SIGSTOP')
    const [fewJobs, fewFiles] = [busy.jobs.length + 5, busy.files.length + 5]
    await until(() => busy.jobs.length > fewJobs && busy.files.length > fewFiles)
    const [jobs, files] = [[...busy.jobs], [...busy.files]]
    // The backup needs the WAL of the rows written after the copy. PostgreSQL would remove unneeded WAL after two
    // checkpoints.
    for (let times = 0; times < 2; times += 1) {
      await queryDatabase(server, 'select pg_switch_wal()')
      await queryDatabase(server, 'checkpoint')
    }
    kill('SIGCONT')
    assert.deepEqual(await result, { code: 0, output: '' })
    await busy.stop()
    await server.stop()

    const restored = await restoreAndStart(join(backups, 'one'))
    assert.deepEqual(await queryDatabase(restored, 'select from realtime.changes'), [])
    assert.deepEqual(await queryDatabase(restored, 'select from pg_replication_slots'), [])
    await assertHas(restored, jobs, files)
    assert.ok((await assertFilesAreWhole(restored)) >= files.length)
    await assertGoesOn(restored, facility)

    await untilAtRest(restored)
    const sums = await checksumsOf(restored)
    assert.ok(sums.length > 30)
    const quiet = await restoreAndStart(await backUp(restored))
    assert.deepEqual(await checksumsOf(quiet), sums)
    await assertFilesAreWhole(quiet)
    await assertMatrix(quiet)
  })
})

/** Runs the access matrix after deleting all users, because the matrix counts rows. */
async function assertMatrix(server: Server) {
  await queryDatabase(
    server,
    'truncate auth.users, public.demo_requests, storage.objects, app.audit_log cascade',
  )
  const matrix = ['--test', 'supabase/tests/access/matrix.test.ts']
  const settings = { TEST_DATABASE_SOCKET: server.connection.host }
  const { code, output } = await run(process.execPath, matrix, settings)
  assert.equal(code, 0, output)
  assert.match(output, /ℹ pass [1-9]\d\d\n/)
}

const rowOf = (name: string) =>
  `select version from storage.objects where name like '%/${name}.pdf'`

suite('an interrupted backup', () => {
  test('delays the deletion of files while it runs, and not after it is killed', async () => {
    const { server, uploader } = await startBusy()
    const path = await upload(uploader, 'one', 'one')
    const [row] = await queryDatabase(server, rowOf('one'))
    const file = fileOf(server, String(row?.['version']))
    const { kill, backups } = await beginBackup(server)
    kill('SIGSTOP')
    const { error } = await uploader.storage.from('documents').remove([path])
    assert.equal(error, null, error?.message)
    await until(async () => {
      const work = await queryDatabase(
        server,
        `select from private.outbox
         where kind = 'file' and attempts = 0 and done_at is null and due_at > created_at`,
      )
      return work.length > 0
    })
    assert.ok(existsSync(file))

    kill('SIGKILL')
    await until(() => !existsSync(file))
    assert.deepEqual(await queryDatabase(server, 'select from pg_replication_slots'), [])
    const left = await readdir(backups)
    assert.match(left.join(), /^one\.unfinished-\d+$/)
    const DATA_DIR = join(await temporaryFolder(), 'data')
    const { code, output } = await runScript('restore', [join(backups, ...left)], { DATA_DIR })
    assert.equal(code, 1)
    assert.match(output, /is not a complete backup: it has no backup\.json\.\n$/)

    const { kill: stop, result, backups: empty } = await beginBackup(server)
    stop('SIGTERM')
    const stopped = { code: 1, output: 'Stopped by SIGTERM before it was done.\n' }
    assert.deepEqual(await result, stopped)
    assert.deepEqual(await readdir(empty), [])
  })
})
