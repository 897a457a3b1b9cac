import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { suite, test } from 'node:test'
import { freePort } from '../support/free-port.ts'
import { failToStart, healthOf, root, startServer, temporaryFolder } from '../support/server.ts'

/** Returns the output without the lines of the log, which are JSON. */
function linesOf(output: string) {
  return output.split('\n').filter((line) => line !== '' && !line.startsWith('{'))
}

async function assertRefused(settings: NodeJS.ProcessEnv, line: RegExp) {
  const { code, output } = await failToStart({ settings })
  assert.equal(code, 1)
  assert.equal(linesOf(output).length, 1, output)
  assert.match(linesOf(output)[0] ?? '', line)
}

suite('a failed start prints one line and exits with code 1 for', () => {
  test('a malformed setting', async () => {
    await assertRefused({ PORT: 'web' }, /^The setting PORT is not usable: .+\.$/)
  })

  test('an unknown setting', async () => {
    await assertRefused(
      { SITE_ULR: 'https://work.example' },
      /^The setting SITE_ULR is unknown\. Did you mean SITE_URL\?$/,
    )
  })

  test('a port that is taken, and the database stops again', async () => {
    const first = await startServer()
    const { port } = new URL(first.url)
    const settings = { PORT: port, DATA_DIR: `${await temporaryFolder()}/data` }
    await assertRefused(settings, new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 is taken\\.`))
    const second = await startServer({ settings: { ...settings, PORT: String(await freePort()) } })
    assert.equal(await healthOf(second), 200)
  })

  test('a host that is unknown or not this machine', async () => {
    await assertRefused(
      { HOST: 'nowhere.invalid', SITE_URL: 'https://work.example' },
      /^Cannot listen on nowhere\.invalid: .+ Check HOST and PORT\.$/,
    )
    await assertRefused(
      { HOST: '192.0.2.1', SITE_URL: 'https://work.example' },
      /^Cannot listen on 192\.0\.2\.1: .+ Check HOST and PORT\.$/,
    )
  })

  test('a DATABASE_URL where nothing answers', async () => {
    await assertRefused(
      { DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/db' },
      /^DATABASE_URL cannot be used: connect ECONNREFUSED 127\.0\.0\.1:1\.$/,
    )
  })

  test('a data folder that cannot be created', async () => {
    await assertRefused(
      { DATA_DIR: '/sys/mendwell' },
      /^Cannot use \/sys\/mendwell: there is no permission\.$/,
    )
  })

  test('a data folder below a file', async () => {
    await assertRefused(
      { DATA_DIR: `${root}package.json/data` },
      /^Cannot use .+: a part of the path is not a folder\.$/,
    )
  })

  test('a missing folder of another application schema', async () => {
    await assertRefused(
      { PRODUCT: '/nowhere' },
      /^There are no migrations in \/nowhere\. Is PRODUCT right\?$/,
    )
  })
})

suite('a data folder that was deleted', () => {
  test('starts again without the old database', async () => {
    const server = await startServer()
    const before = await readFile(`${server.dataFolder}/secrets.json`, 'utf8')
    await server.stop()
    await rm(server.dataFolder, { recursive: true })
    const again = await startServer({ settings: { DATA_DIR: server.dataFolder } })
    assert.notEqual(await readFile(`${again.dataFolder}/secrets.json`, 'utf8'), before)
  })
})

suite('a broken migration', () => {
  test('is named with its line, changes nothing, and can be corrected', async () => {
    const product = `${await temporaryFolder()}/product`
    const bad = `${product}/migrations/9999-bad.sql`
    await cp(`${root}supabase`, product, { recursive: true })
    const settings = { PRODUCT: product, DATA_DIR: `${await temporaryFolder()}/data` }
    await startServer({ settings }).then((server) => server.stop())
    await writeFile(
      bad,
      'create table public.half (id integer);\n\nalter table public.none add x text;\n',
    )
    await assertRefused(settings, /9999-bad\.sql:3: relation "public\.none" does not exist$/)
    await writeFile(bad, 'create table public.half (id integer);\n')
    assert.equal(await healthOf(await startServer({ settings })), 200)
  })
})

suite('a bare gateway', () => {
  test('starts with PRODUCT=none on an empty database', async () => {
    const server = await startServer({ settings: { PRODUCT: 'none' } })
    assert.equal(await healthOf(server), 200)
  })

  test('starts with PRODUCT=none on what the database holds', async () => {
    const server = await startServer()
    await server.stop()
    const settings = { PRODUCT: 'none', DATA_DIR: server.dataFolder }
    assert.equal(await healthOf(await startServer({ settings })), 200)
  })
})

const isRoot = process.getuid?.() === 0

suite(
  `a full disk${isRoot ? '' : ' (left out: only root may mount a small one)'}`,
  { skip: !isRoot },
  () => {
    async function smallDisk(size: string, use: (folder: string) => Promise<void>) {
      const folder = `${await temporaryFolder()}/disk`
      await mkdir(folder)
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=711`, 'tmpfs', folder])
      try {
        await use(folder)
      } finally {
        execFileSync('umount', ['--lazy', folder])
      }
    }

    test('at the first start prints one line, and leaves no partial files', async () => {
      await smallDisk('20m', async (folder) => {
        const settings = { DATA_DIR: `${folder}/data` }
        await assertRefused(
          settings,
          /^Making the database in .+ failed: .*No space left on device$/,
        )
        execFileSync('mount', ['-o', 'remount,size=200m', folder])
        const server = await startServer({ settings })
        assert.equal(await healthOf(server), 200)
        await server.stop()
      })
    })

    test('at a later start prints one line, and loses no data', async () => {
      await smallDisk('200m', async (folder) => {
        const settings = { DATA_DIR: `${folder}/data` }
        await startServer({ settings }).then((server) => server.stop())
        const ballast = `${folder}/ballast`
        await writeFile(ballast, Buffer.alloc(200 * 1024 * 1024)).catch(() => {})
        await assertRefused(settings, /No space left on device|the disk is full/)
        await rm(ballast)
        const server = await startServer({ settings })
        assert.equal(await healthOf(server), 200)
        await server.stop()
      })
    })
  },
)
