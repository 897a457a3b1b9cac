import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, connect, type Socket } from 'node:net'
import { once } from 'node:events'
import { suite, test, after } from 'node:test'
import { createClient, REALTIME_SUBSCRIBE_STATES, type SupabaseClient } from '@supabase/supabase-js'
import { Client } from 'pg'
import { z } from 'zod'
import { LiveSocket } from '../support/live-socket.ts'
import { freePort, type Server, startServer, until } from '../support/server.ts'

const secretsOf = ({ dataFolder }: Server) =>
  z
    .object({ anonKey: z.string(), serviceRoleKey: z.string() })
    .parse(JSON.parse(readFileSync(`${dataFolder}/secrets.json`, 'utf8')))

suite('a stop', () => {
  test('tells sockets that the server restarts', async () => {
    const server = await startServer()
    const sockets = await Promise.all(
      [1, 2, 3].map(() => new LiveSocket(server.url, secretsOf(server).anonKey).opened()),
    )
    const begun = performance.now()
    assert.equal(await server.stop(), 0)
    assert.ok(performance.now() - begun < 9000)
    assert.deepEqual(await Promise.all(sockets.map((one) => one.endedWith())), [1012, 1012, 1012])
  })
})

const messages = 1000
const restarts = 5

suite('a conversation', () => {
  test('loses, doubles and disorders nothing while sockets are cut and the server restarts', async () => {
    let server = await startServer()
    const settings = { DATA_DIR: server.dataFolder, PORT: new URL(server.url).port }
    await liftLimits(server)
    const { anonKey } = secretsOf(server)
    const proxy = await cuttingProxy(Number(settings.PORT))
    const writer = await signedIn(server.url, anonKey, 'facility@mendwell.test')
    const reader = await signedIn(server.url, anonKey, 'contractor@mendwell.test', proxy.url)
    const job = await openConversation(writer, reader)
    const seen: number[] = []
    const endReading = await follow(reader.client, job, seen)
    let written = 0
    const writing = (async () => {
      for (; written < messages; written += 1) await send(writer, reader.id, job)
    })()
    for (let round = 1; round <= restarts; round += 1) {
      await until(() => written >= (round * messages) / (restarts + 1), 60_000)
      await server.stop()
      server = await startServer({ settings })
    }
    await writing
    await until(() => seen.length >= messages, 30_000).catch(() => undefined)
    proxy.close()
    await endReading()
    assert.deepEqual(
      seen,
      Array.from({ length: messages }, (_, at) => at + 1),
    )
    assert.ok(proxy.cuts() >= 3, `Only ${proxy.cuts()} cuts.`)
  })
})

interface Person {
  id: string
  client: SupabaseClient
}

/** Signs in at the one address, and works at the other. */
async function signedIn(url: string, key: string, email: string, workUrl = url): Promise<Person> {
  const auth = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false }
  const { data } = await createClient(url, key, { auth }).auth.signInWithPassword({
    email,
    password: 'Mendwell-demo-1',
  })
  const token = data.session?.access_token ?? ''
  const client = createClient(workUrl, key, {
    accessToken: () => Promise.resolve(token),
    realtime: { reconnectAfterMs: () => 100 },
  })
  await client.realtime.setAuth()
  return { id: z.uuid().parse(data.user?.id), client }
}

const made = z.object({ id: z.uuid() })

async function openConversation(facility: Person, contractor: Person) {
  const words = { title: 'Mend the gate', description: 'It does not close.', budget: 1200 }
  const job = await insert(facility, 'jobs', { ...words, facility_id: facility.id })
  // Its answer may be cut off by the proxy; a second bid is refused, and the first one counts.
  const bid = { job_id: job, contractor_id: contractor.id, amount: 900 }
  await until(async () => (await contractor.client.from('bids').insert(bid)).status === 409)
  const { data } = await facility.client.from('bids').select('id').eq('job_id', job).single()
  const args = { selected_bid_id: made.parse(data).id, job_id: job }
  await facility.client.rpc('accept_and_reject_bids', args).throwOnError()
  return job
}

async function insert({ client }: Person, table: string, row: object) {
  const { data } = await client.from(table).insert(row).select('id').single().throwOnError()
  return made.parse(data).id
}

/** Again until it is sent; with the same id it is sent once. */
async function send({ client }: Person, to: string, job: string) {
  const row = { job_id: job, recipient_id: to, content: 'Hello', client_id: randomUUID() }
  await until(async () => [201, 409].includes((await client.from('messages').insert(row)).status))
}

/** As the app does it: live, and by sequence whatever is missing in between and after each join. */
async function follow(client: SupabaseClient, job: string, seen: number[]) {
  const row = z.object({ seq: z.number() })
  let reading = Promise.resolve()
  const take = (seq: number) => {
    const last = seen.at(-1) ?? 0
    if (seq === last + 1) seen.push(seq)
    else if (seq > last) reading = reading.then(catchUp)
  }
  const catchUp = () =>
    until(async () => {
      const missed = client.from('messages').select('seq').eq('job_id', job).order('seq')
      const { data, error } = await missed.gt('seq', seen.at(-1) ?? 0)
      for (const { seq } of z.array(row).parse(data ?? [])) take(seq)
      return error === null
    })
  const filter = `job_id=eq.${job}`
  const change = { event: 'INSERT' as const, schema: 'public', table: 'messages', filter }
  const channel = client
    .channel('chat')
    .on('postgres_changes', change, ({ new: message }) => take(row.parse(message).seq))
  channel.subscribe((status) => {
    if (status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) reading = reading.then(catchUp)
  })
  return async () => {
    await client.realtime.disconnect()
    await reading
  }
}

async function liftLimits({ connection }: Server) {
  const client = new Client(connection)
  await client.connect()
  await client.query("delete from private.settings where name like 'limit\\_%'")
  await client.query("notify pgrst, 'reload schema'")
  await client.end()
}

/** Passes everything on, and cuts all connections every one to three seconds. */
async function cuttingProxy(port: number) {
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.pipe(far).pipe(near)
  })
  let count = 0
  let timer: NodeJS.Timeout
  const cut = () => {
    for (const socket of sockets) socket.destroy()
    count += 1
    timer = setTimeout(cut, 1000 + Math.random() * 2000)
  }
  server.listen(await freePort(), '127.0.0.1')
  await once(server, 'listening')
  timer = setTimeout(cut, 1000)
  const close = () => {
    clearTimeout(timer)
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  after(close)
  const address = server.address()
  const { port: own } = z.object({ port: z.number() }).parse(address)
  return { url: `http://127.0.0.1:${own}`, cuts: () => count, close }
}
