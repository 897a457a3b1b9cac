import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { createClient } from '@supabase/supabase-js'
import { Client } from 'pg'
import { z } from 'zod'
import { connectAsServer } from '../support/busy-market.ts'
import { type Server, startServer, until } from '../support/server.ts'

const pdf = Buffer.from('%PDF-1.7\nhello\n%%EOF\n')

function keyOf({ dataFolder }: Server) {
  const file = readFileSync(join(dataFolder, 'secrets.json'), 'utf8')
  return z.object({ anonKey: z.string() }).parse(JSON.parse(file)).anonKey
}

async function signIn(server: Server, login = 'consultant') {
  const client = createClient(server.url, keyOf(server), { auth: { persistSession: false } })
  const { data, error } = await client.auth.signInWithPassword({
    email: `${login}@mendwell.test`,
    password: 'Mendwell-demo-1',
  })
  assert.equal(error, null, error?.message)
  assert.ok(data.session)
  return { client, id: data.session.user.id, token: data.session.access_token }
}

async function inDatabase(server: Server, statement: string) {
  const client = new Client(server.connection)
  await client.connect()
  const { rows } = await client.query<Record<string, unknown>>(statement)
  await client.end()
  return rows
}

const filesOf = ({ dataFolder }: Server) => join(dataFolder, 'files')

async function onDisk(server: Server) {
  const names = await readdir(filesOf(server), { recursive: true })
  return names.filter((name) => /[0-9a-f-]{36}$/.test(name))
}

/** Makes all stored files two hours old. */
async function age(server: Server) {
  const then = new Date(Date.now() - 2 * 3600 * 1000)
  for (const name of await onDisk(server)) await utimes(join(filesOf(server), name), then, then)
}

const again = (server: Server) => startServer({ settings: { DATA_DIR: server.dataFolder } })

async function beginUpload(server: Server, token: string, path: string) {
  const { hostname, port } = new URL(server.url)
  const outgoing = request({
    hostname,
    port,
    method: 'POST',
    path: `/storage/v1/object/documents/${path}`,
    headers: {
      apikey: keyOf(server),
      authorization: `Bearer ${token}`,
      'content-type': 'application/pdf',
      'content-length': '1000000',
    },
  })
  outgoing.on('error', () => {})
  outgoing.write(pdf)
  await once(outgoing, 'socket')
}

suite('kill -9 during uploads', () => {
  // @covers operations.upload-killed
  test('keeps acknowledged files whole, and after the sweep no others', async () => {
    const server = await startServer()
    const { id, token } = await signIn(server)
    const documents = connectAsServer(server).storage.from('documents')
    const sent = new Map<string, string[]>()
    const acknowledged = new Map<string, number>()
    await beginUpload(server, token, `${id}/resume/half.pdf`)
    await until(async () => (await onDisk(server)).some((name) => name.startsWith('.incoming')))
    // Each of four loops uploads one file after another until the server is killed.
    const lanes = Array.from({ length: 4 }, async (_, lane) => {
      for (let n = 0; ; n += 1) {
        const path = `archive/r${lane}-${n % 10}.pdf`
        const text = `${pdf.toString()}${lane}-${n}`.padEnd(100_000, `${lane}-${n} `)
        const texts = [...(sent.get(path) ?? []), text]
        sent.set(path, texts)
        const { error } = await documents.upload(path, Buffer.from(text), {
          contentType: 'application/pdf',
          upsert: true,
        })
        if (error) return
        acknowledged.set(path, texts.length - 1)
      }
    })
    await until(() => acknowledged.size >= 20)
    process.kill(server.serverPid, 'SIGKILL')
    await Promise.all(lanes)
    await server.waitForExit()

    await age(server)
    const next = await again(server)
    await until(async () => {
      const rows = await inDatabase(next, 'select from storage.objects where version is not null')
      return (await onDisk(next)).length === rows.length
    })
    const later = connectAsServer(next).storage.from('documents')
    for (const [path, last] of acknowledged) {
      const { data, error } = await later.download(path)
      assert.equal(error, null, path)
      const found = (await data?.text()) ?? ''
      // The server may have committed a later upload whose response was lost.
      assert.ok((sent.get(path)?.indexOf(found) ?? -1) >= last, path)
      const [row] = await inDatabase(
        next,
        `select metadata ->> 'sha256' as sha256 from storage.objects where name = '${path}'`,
      )
      assert.equal(row?.['sha256'], createHash('sha256').update(found).digest('hex'))
    }
    const half = await later.info(`${id}/resume/half.pdf`)
    assert.equal(half.data, null)
    await next.stop()
  })
})

suite('the sweep', () => {
  test('keeps new files, and reports a row without its file', async () => {
    const server = await startServer()
    const documents = connectAsServer(server).storage.from('documents')
    for (const name of ['kept', 'lost']) {
      const { error } = await documents.upload(`archive/${name}.pdf`, pdf, {
        contentType: 'application/pdf',
      })
      assert.equal(error, null, error?.message)
    }
    await server.stop()

    const files = filesOf(server)
    const young = crypto.randomUUID()
    const old = crypto.randomUUID()
    await age(server)
    for (const version of [young, old]) {
      await mkdir(join(files, version.slice(0, 2)), { recursive: true })
      await writeFile(join(files, version.slice(0, 2), version), 'nobody names it')
    }
    const then = new Date(Date.now() - 2 * 3600 * 1000)
    await utimes(join(files, old.slice(0, 2), old), then, then)

    const next = await again(server)
    const missing = crypto.randomUUID()
    await inDatabase(
      next,
      `update storage.objects set version = '${missing}', updated_at = now() - interval '1 hour'
       where name like '%/lost.pdf'`,
    )
    await until(() => next.output.includes('have lost their file'))
    const names = new Set((await onDisk(next)).map((name) => name.split('/').at(-1)))
    assert.ok(names.has(young) && !names.has(old))
    const { data } = await connectAsServer(next)
      .storage.from('documents')
      .download('archive/kept.pdf')
    assert.equal(await data?.text(), pdf.toString())
    await next.stop()
  })
})

function memoryOf({ serverPid }: Server, what: 'VmRSS' | 'VmHWM') {
  const status = readFileSync(`/proc/${serverPid}/status`, 'utf8')
  return Number(new RegExp(`^${what}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) / 1024
}

const logins = ['facility', 'facility2', 'contractor', 'contractor2', 'consultant', 'consultant2']

suite('memory', () => {
  test('stays flat during 50 simultaneous uploads of 20 MB', async () => {
    const server = await startServer()
    const people = await Promise.all(logins.map((login) => signIn(server, login)))
    const body = Buffer.concat([pdf, Buffer.alloc(20 * 1024 * 1024 - pdf.length, 'x')])
    const before = memoryOf(server, 'VmRSS')
    const answers = await Promise.all(
      Array.from({ length: 50 }, async (_, n) => {
        const person = people[n % people.length]
        assert.ok(person)
        const documents = person.client.storage.from('documents')
        const path = `${person.id}/resume/${n}.pdf`
        return documents.upload(path, body, { contentType: 'application/pdf' })
      }),
    )
    for (const { error } of answers) assert.equal(error, null, error?.message)
    const most = memoryOf(server, 'VmHWM')
    assert.ok(most - before < 150, `${before.toFixed(0)} MB before, ${most.toFixed(0)} at most`)
    process.stdout.write(`RSS ${before.toFixed(0)} MB before, ${most.toFixed(0)} MB at most\n`)
    await server.stop()
  })
})
