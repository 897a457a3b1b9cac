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

export function connect({ url, dataFolder }: Server) {
  const file = readFileSync(join(dataFolder, 'secrets.json'), 'utf8')
  const { anonKey } = z.object({ anonKey: z.string() }).parse(JSON.parse(file))
  return createClient(url, anonKey, { auth: { persistSession: false, autoRefreshToken: false } })
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

export async function upload({ client, id }: SignedIn, name: string, text: string) {
  const path = `${id}/resume/${name}.pdf`
  const { error } = await client.storage
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

/** Uploads two files with the same name at the same time. The server accepts only one of them. */
async function uploadTwice({ client, id }: SignedIn, name: string) {
  const send = () =>
    client.storage
      .from('documents')
      .upload(`${id}/resume/${name}.pdf`, Buffer.from('%PDF-1.7\ntwice\n%%EOF\n'), {
        contentType: 'application/pdf',
      })
  const results = await Promise.all([send(), send()])
  assert.equal(results.filter(({ error }) => error === null).length, 1)
}

/** Posts jobs and uploads, replaces and deletes files, until the returned `stop` is called. */
export function startWriting(facility: SignedIn, consultant: SignedIn) {
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
      files.push(await upload(consultant, `kept-${n}`, `kept ${n}`.padEnd(10_000)))
    }),
    repeatUntilStopped(async (n) => {
      await upload(consultant, `replaced-${n % 3}`, `replaced ${n}`)
    }),
    repeatUntilStopped((n) => uploadTwice(consultant, `twice-${n}`)),
    repeatUntilStopped(async (n) => {
      const path = await upload(consultant, `removed-${n}`, `removed ${n}`)
      const { error } = await consultant.client.storage.from('documents').remove([path])
      assert.equal(error, null, error?.message)
    }),
  ])
  const stop = async () => {
    stopping.abort()
    await loops
  }
  return { jobs, files, stop }
}
