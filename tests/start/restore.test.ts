// Tests refusals of `npm run backup` and `npm run restore`, and the result of an interrupted restore.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { appendFile, cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { launchScript, type CommandResult, runScript } from '../support/command.ts'
import { failToStart, healthOf, startServer, temporaryFolder, until } from '../support/server.ts'

function refuses({ code, output }: CommandResult, line: RegExp) {
  assert.equal(code, 1, output)
  assert.match(output, line)
  assert.equal(output.trim().split('\n').length, 1, output)
}

const server = await startServer({ settings: { SEED: 'none' } })
const settings = { DATA_DIR: server.dataFolder }
const backup = join(await temporaryFolder(), 'one')
const made = await runScript('backup', [backup], settings)
assert.equal(made.code, 0, made.output)

const newFolder = async () => join(await temporaryFolder(), 'data')

/** Expects that a restore of a modified copy is refused and leaves the data folder empty. */
async function refusesChanged(line: RegExp, change: (copy: string) => Promise<void>) {
  const copy = join(await temporaryFolder(), 'copy')
  await cp(backup, copy, { recursive: true })
  await change(copy)
  const DATA_DIR = await newFolder()
  refuses(await runScript('restore', [copy], { DATA_DIR }), line)
  assert.deepEqual(await readdir(DATA_DIR).catch(() => []), [])
}

async function replaceIn(file: string, from: string | RegExp, to: string) {
  await writeFile(file, (await readFile(file, 'utf8')).replace(from, to))
}

suite('npm run restore', () => {
  test('refuses an incomplete or changed backup', async () => {
    await refusesChanged(/^\S+ is not a complete backup: it has no backup\.json\.$/m, (copy) =>
      rm(join(copy, 'backup.json')),
    )
    await refusesChanged(/backup\.json cannot be read: it is damaged, or of a newer/, (copy) =>
      appendFile(join(copy, 'backup.json'), 'x'),
    )
    await refusesChanged(/^The backup is damaged: checksums\.sha256 is missing/, (copy) =>
      replaceIn(join(copy, 'checksums.sha256'), /^0/m, '1'),
    )
    await refusesChanged(/^The backup is damaged: database\/pg_hba\.conf is missing/, (copy) =>
      appendFile(join(copy, 'database', 'pg_hba.conf'), '#'),
    )
    await refusesChanged(/^The backup is damaged: secrets\.json is missing/, (copy) =>
      rm(join(copy, 'secrets.json')),
    )
    await refusesChanged(/^The backup is of PostgreSQL 17, and this release has 18/, (copy) =>
      replaceIn(join(copy, 'backup.json'), '"postgres": 18', '"postgres": 17'),
    )
  })

  test('refuses a folder that is in use, and does not change it', async () => {
    refuses(await runScript('restore', [backup], settings), /^\S+ is not empty\. Name another/)
    assert.equal(await healthOf(server), 200)
  })

  test('prints its usage, and leaves external databases to their own tools', async () => {
    refuses(await runScript('restore', [], settings), /^Name the backup, and where it goes/)
    const outside = { ...settings, DATABASE_URL: 'postgres://localhost:1/none' }
    for (const name of ['backup', 'restore'])
      refuses(
        await runScript(name, [backup], outside),
        /: docs\/operations\/backups\.md says how, and in/,
      )
  })

  test('leaves a folder on which no server starts if it is killed', async () => {
    const DATA_DIR = await newFolder()
    const { kill } = launchScript('restore', [backup], { DATA_DIR })
    await until(() => existsSync(join(DATA_DIR, 'restore-unfinished')))
    kill('SIGKILL')
    const { code, output } = await failToStart({ settings: { DATA_DIR } })
    refuses({ code: code ?? 0, output }, /^A restore into \S+ is running, or was cut off\./)
  })

  test('leaves the folder unchanged if it is stopped, and can be run again', async () => {
    const DATA_DIR = await newFolder()
    const { kill, result } = launchScript('restore', [backup], { DATA_DIR })
    await until(() => existsSync(join(DATA_DIR, 'restore-unfinished')))
    kill('SIGTERM')
    const stopped = { code: 1, output: 'Stopped by SIGTERM before it was done.\n' }
    assert.deepEqual(await result, stopped)
    assert.deepEqual(await readdir(DATA_DIR), [])
    const { code, output } = await runScript('restore', [backup], { DATA_DIR })
    assert.equal(code, 0, output)
  })
})

suite('npm run backup', () => {
  test('refuses an existing folder, or one in the data folder', async () => {
    refuses(await runScript('backup', [backup], settings), /^\S+ is there already\./)
    const within = join(server.dataFolder, 'files', 'backup')
    refuses(await runScript('backup', [within], settings), /lies in the data folder\./)
    refuses(await runScript('backup', ['a', 'b'], settings), /^Name one folder, or none/)
  })

  test('refuses an empty data folder', async () => {
    const DATA_DIR = await newFolder()
    refuses(await runScript('backup', [], { DATA_DIR }), /^There is nothing to back up in/)
    assert.equal(existsSync(DATA_DIR), false)
  })

  test('starts the database if no server runs, and stops it again', async () => {
    const DATA_DIR = await newFolder()
    const restored = await runScript('restore', [backup], { DATA_DIR })
    assert.equal(restored.code, 0, restored.output)
    const { code, output } = await runScript('backup', [], { DATA_DIR })
    assert.equal(code, 0, output)
    const usual = join(DATA_DIR, '..', 'backups')
    assert.match((await readdir(usual)).join(), /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/)
    assert.equal(existsSync(join(DATA_DIR, 'postgres', 'postmaster.pid')), false)
  })
})
