// Signs in users who write without a pause, and records the writes that the server has confirmed.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient, type Session, type SupabaseClient } from '@supabase/supabase-js'
import { Client } from 'pg'
import { z } from 'zod'
import type { Server } from './server.ts'

export async function queryDatabase(server: Server, statement: string) {
  const client = new Client(server.connection)
  await client.connect()
  const { rows } = await client.query<Record<string, unknown>>(statement)
  await client.end()
  return rows
}

const options = { auth: { persistSession: false, autoRefreshToken: false } }

export function connect(server: Server) {
  return createClient(server.url, keysOf(server).anonKey, options)
}

/** Returns a client with the service role key, which may store any number of files. */
export function connectAsServer(server: Server) {
  return createClient(server.url, keysOf(server).serviceRoleKey, options)
}

const keys = z.object({ anonKey: z.string(), serviceRoleKey: z.string() })

function keysOf({ dataFolder }: Server) {
  return keys.parse(JSON.parse(readFileSync(join(dataFolder, 'secrets.json'), 'utf8')))
}

export interface SignedIn {
  client: SupabaseClient
  id: string
  session: Session
}

export async function signIn(server: Server, login: string): Promise<SignedIn> {
  const client = connect(server)
  const { data, error } = await client.auth.signInWithPassword({
    email: `${login}@mendwell.test`,
    password: 'Mendwell-demo-1',
  })
  assert.equal(error, null, error?.message)
  assert.ok(data.session)
  return { client, id: data.session.user.id, session: data.session }
}

export async function upload({ storage }: SupabaseClient, name: string, text: string) {
  const path = `archive/${name}.pdf`
  const { error } = await storage
    .from('documents')
    .upload(path, Buffer.from(`%PDF-1.7\n${text}\n%%EOF\n`), {
      contentType: 'application/pdf',
      upsert: true,
    })
  assert.equal(error, null, error?.message)
  return path
}

export async function addJob({ client, id }: SignedIn, title: string) {
  const job = { facility_id: id, title, budget: 100, category: 'Roofing' }
  const description = 'The roof leaks above the loading dock.'
  const { error } = await client.from('jobs').insert({ ...job, description })
  assert.equal(error, null, error?.message)
}

/** Uploads two files with the same name at once, of which the server must accept only one. */
async function uploadTwice({ storage }: SupabaseClient, name: string) {
  const send = () =>
    storage
      .from('documents')
      .upload(`archive/${name}.pdf`, Buffer.from('%PDF-1.7\ntwice\n%%EOF\n'), {
        contentType: 'application/pdf',
      })
  const results = await Promise.all([send(), send()])
  assert.equal(results.filter(({ error }) => error === null).length, 1)
}

/** Repeatedly posts jobs, and uploads, replaces and deletes files, until `stop` is called. */
export function startWriting(facility: SignedIn, uploader: SupabaseClient) {
  const jobs: string[] = []
  const files: string[] = []
  const stopping = new AbortController()
  const repeatUntilStopped = async (task: (n: number) => Promise<void>) => {
    for (let n = 0; !stopping.signal.aborted; n += 1) await task(n)
  }
  const loops = Promise.all([
    repeatUntilStopped(async (n) => {
      await addJob(facility, `Job ${n}`)
      jobs.push(`Job ${n}`)
    }),
    repeatUntilStopped(async (n) => {
      files.push(await upload(uploader, `kept-${n}`, `kept ${n}`.padEnd(10_000)))
    }),
    repeatUntilStopped(async (n) => {
      await upload(uploader, `replaced-${n % 3}`, `replaced ${n}`)
    }),
    repeatUntilStopped((n) => uploadTwice(uploader, `twice-${n}`)),
    repeatUntilStopped(async (n) => {
      const path = await upload(uploader, `removed-${n}`, `removed ${n}`)
      const { error } = await uploader.storage.from('documents').remove([path])
      assert.equal(error, null, error?.message)
    }),
  ])
  const stop = async () => {
    stopping.abort()
    await loops
  }
  return { jobs, files, stop }
}
