import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmod, cp, mkdir, readlink, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { after, suite, test } from 'node:test'
import {
  failToStart,
  healthOf,
  isAlive,
  root,
  startServer,
  temporaryFolder,
  until,
} from '../support/server.ts'

const isRoot = process.getuid?.() === 0
const longTimeout = { timeout: 300_000 }

/**
 * Copies all files of this repository that Git does not ignore to a new folder, and returns the path of the new folder.
 * The new folder has mode 0700, and the path has 200 characters.
 */
async function freshClone() {
  const top = await temporaryFolder()
  const folder = join(top, 'x'.repeat(199 - top.length))
  await mkdir(folder, { mode: 0o700 })
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', '-z']
  const files = execFileSync('git', list, { cwd: root, encoding: 'utf8' }).split('\0')
  for (const file of files.filter(Boolean)) await cp(join(root, file), join(folder, file))
  await chmod(top, 0o700)
  return folder
}

/**
 * Removes the database if root started the server. The database is then outside the clone's folder, which PostgreSQL's
 * user cannot enter.
 */
async function removeShelter(folder: string) {
  const cluster = await readlink(join(folder, 'data/postgres')).catch(() => undefined)
  if (cluster) await rm(dirname(cluster), { recursive: true })
}

suite('a fresh clone, in a folder of mode 0700 at a path of 200 characters', longTimeout, () => {
  const settings = { DATA_DIR: 'data' }

  test('installs, builds and serves with only `npm start`, twice', async () => {
    const folder = await freshClone()
    after(() => removeShelter(folder))
    // Many hosts set NODE_ENV to production. The web app must be built although npm skips development dependencies.
    const production = { ...settings, NODE_ENV: 'production' }
    const first = await startServer({ folder, settings: production, viaNpm: true })
    assert.equal(await healthOf(first), 200)
    assert.equal((await fetch(`${first.url}/marketing`)).status, 200)
    const { serverPid } = first
    await first.stop()
    await until(() => !isAlive(serverPid))

    const second = await startServer({ folder, settings, viaNpm: true })
    assert.equal(await healthOf(second), 200)
    assert.doesNotMatch(second.output, /Installing|Building/)
    await second.stop()

    const name = `as an ordinary user${isRoot ? '' : ' (left out: these tests run as one already)'}`
    await test(name, { skip: !isRoot }, async () => {
      // These are the ids of the user "nobody", which every Linux has.
      const user = { uid: 65_534, gid: 65_534 }
      const own = join(await temporaryFolder(user), 'y'.repeat(140))
      await cp(folder, own, {
        recursive: true,
        verbatimSymlinks: true,
        filter: (path) => !path.startsWith(`${folder}/data`),
      })
      execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, own])
      await chmod(own, 0o700)
      const server = await startServer({ folder: own, settings, user })
      assert.equal(await healthOf(server), 200)
      await server.stop()

      const closed = { DATA_DIR: '/root/mendwell' }
      const { code, output } = await failToStart({ folder: own, settings: closed, user })
      assert.equal(code, 1)
      assert.match(output, /^Cannot use \/root\/mendwell: there is no permission\.$/m)
    })
  })
})
