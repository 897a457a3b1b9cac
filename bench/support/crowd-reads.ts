// Measures the cost of a sign-in, and how long the reads of other users take while a crowd signs in.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { z } from 'zod'
import { isPassword } from '../../server/src/auth/accounts/passwords.ts'
import type { Server } from '../../tests/support/server.ts'
import { addCrowd, crowdPassword } from './crowd-users.ts'
import { cpuOf, processFamily } from './usage.ts'

const program = fileURLToPath(new URL('../crowd.ts', import.meta.url))
const crowdSize = 500
const readerCount = 8
const paths = [
  'jobs?select=*,bids(*)&order=created_at.desc&limit=10',
  'profiles?select=id,full_name&limit=1',
]

const crowdResult = z.object({ seconds: z.number(), refused: z.number() })
const sessionBody = z.object({ access_token: z.string() })
const secretsFile = z.object({ anonKey: z.string() })

/** Measures sign-ins one after another, and then reads without and with a crowd that signs in at once. */
export async function measureCrowd(server: Server) {
  const client = new Client(server.connection)
  await client.connect()
  const storedHash = await addCrowd(client, crowdSize)
  await client.end()
  await signInCrowd(server, 50, 1)
  const cost = await measureSignInCost(server, storedHash)
  await readDuring(server, () => sleep(5000))
  const before = await readDuring(server, () => sleep(10_000))
  const during = await readDuring(server, () => signInCrowd(server, crowdSize, crowdSize))
  const after = await readDuring(server, () => sleep(10_000))
  const alone = [...before.times, ...after.times].toSorted((one, other) => one - other)
  return { cost, alone, during: during.times, crowd: during.result }
}

/** Returns the processor time of a sign-in in the server and PostgreSQL, and that of its bcrypt, in milliseconds. */
async function measureSignInCost(server: Server, storedHash: string) {
  const count = 200
  const usage = async () => ({
    server: await cpuOf([server.serverPid]),
    postgres: await cpuOf(await processFamily(server.postgresPid)),
  })
  const start = await usage()
  await signInCrowd(server, count, 1)
  const end = await usage()
  await isPassword(crowdPassword, storedHash)
  const compareStart = process.cpuUsage()
  for (let round = 0; round < count / 2; round += 1) await isPassword(crowdPassword, storedHash)
  const { user, system } = process.cpuUsage(compareStart)
  const bcrypt = (user + system) / 1000 / (count / 2)
  return {
    bcrypt,
    server: (end.server - start.server) / count - bcrypt,
    postgres: (end.postgres - start.postgres) / count,
  }
}

async function signInCrowd({ url }: Server, userCount: number, concurrency: number) {
  const child = fork(program, [url, String(userCount), String(concurrency)])
  const messages: unknown[] = await once(child, 'message')
  return crowdResult.parse(messages[0])
}

/** Lets users read until the work is done. Returns the response times of their reads. */
async function readDuring<Result>(server: Server, work: () => Promise<Result>) {
  const times: number[] = []
  const stopReading = new AbortController()
  const reading = Array.from({ length: readerCount }, () => read(server, times, stopReading.signal))
  const result = await work()
  stopReading.abort()
  await Promise.all(reading)
  return { times: times.toSorted((one, other) => one - other), result }
}

async function read(server: Server, times: number[], signal: AbortSignal) {
  const headers = await readerHeaders(server)
  while (!signal.aborted) {
    for (const path of paths) {
      const start = performance.now()
      const response = await fetch(`${server.url}/rest/v1/${path}`, { headers })
      await response.text()
      if (!response.ok) throw new Error(`A read failed with ${response.status}.`)
      times.push(performance.now() - start)
    }
    await sleep(50)
  }
}

let cachedReaderHeaders: Promise<Record<string, string>> | undefined

function readerHeaders(server: Server) {
  cachedReaderHeaders ??= signInReader(server)
  return cachedReaderHeaders
}

async function signInReader({ url, dataFolder }: Server) {
  const body = JSON.stringify({ email: 'facility@mendwell.test', password: crowdPassword })
  const response = await fetch(`${url}/auth/v1/token?grant_type=password`, { method: 'POST', body })
  const { access_token: token } = sessionBody.parse(await response.json())
  const secrets: unknown = JSON.parse(await readFile(join(dataFolder, 'secrets.json'), 'utf8'))
  return { apikey: secretsFile.parse(secrets).anonKey, authorization: `Bearer ${token}` }
}
