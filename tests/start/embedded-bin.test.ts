// Starts servers with the PostgreSQL in the folder that EMBEDDED_BIN names.
import assert from 'node:assert/strict'
import { chmod, cp, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { suite, test } from 'node:test'
import { Client } from 'pg'
import {
  failToStart,
  healthOf,
  type Server,
  startServer,
  temporaryFolder,
} from '../support/server.ts'

/** Makes a folder with PostgreSQL programs that only print this version. */
async function fakePrograms(version: string) {
  const bin = join(await temporaryFolder(), 'bin')
  await mkdir(bin)
  for (const program of ['postgres', 'initdb']) {
    await writeFile(join(bin, program), `#!/bin/sh\necho "${program} (PostgreSQL) ${version}"\n`)
    await chmod(join(bin, program), 0o755)
  }
  await chmod(bin, 0o755)
  return bin
}

/** Returns the folder that contains the PostgreSQL programs of a running server. */
async function programsOf({ connection }: Server) {
  const client = new Client(connection)
  await client.connect()
  const { rows } = await client.query<{ folder: string }>(
    "select setting as folder from pg_config where name = 'BINDIR'",
  )
  await client.end()
  return rows[0]?.folder ?? ''
}

async function assertRefused(settings: NodeJS.ProcessEnv, line: RegExp) {
  const { code, output } = await failToStart({ settings })
  assert.equal(code, 1)
  const lines = output.split('\n').filter((text) => text !== '' && !text.startsWith('{'))
  assert.equal(lines.length, 1, output)
  assert.match(lines[0] ?? '', line)
}

suite('EMBEDDED_BIN', () => {
  test('is refused if there is no PostgreSQL in it, or one of another major version', async () => {
    await assertRefused(
      { EMBEDDED_BIN: '/nowhere' },
      /^EMBEDDED_BIN is not usable: there is no \/nowhere\/postgres\.$/,
    )
    await assertRefused(
      { EMBEDDED_BIN: await fakePrograms('15.18') },
      /^EMBEDDED_BIN has PostgreSQL 15, and the data folder needs 18\./,
    )
    await assertRefused(
      { EMBEDDED_BIN: '/nowhere', DATABASE_URL: 'postgres:///x' },
      /^EMBEDDED_BIN is for the embedded PostgreSQL/,
    )
  })

  test('starts another build on the same data folder, unless it sorts in another way', async () => {
    const first = await startServer()
    assert.match(first.output, /"level":"warn".*The embedded PostgreSQL is 18\.\d+, and 18\.\d+ /)
    const packaged = await programsOf(first)
    await first.stop()
    const copy = join(await temporaryFolder(), 'postgresql')
    await cp(dirname(packaged), copy, { recursive: true, verbatimSymlinks: true })
    const settings = { DATA_DIR: first.dataFolder, EMBEDDED_BIN: join(copy, 'bin') }
    const second = await startServer({ settings })
    assert.equal(await healthOf(second), 200)
    assert.equal(await programsOf(second), join(copy, 'bin'))
    const client = new Client(second.connection)
    await client.connect()
    await client.query("update pg_database set datcollversion = '0'")
    await client.end()
    await second.stop()
    await assertRefused(
      settings,
      /^EMBEDDED_BIN cannot be used: its collations have version 1, and the data folder has 0\./,
    )
  })
})
