// Imitates a Supabase project for an import: a database with the schema of Supabase, and a URL for its files. A proxy
// at this URL can delay, cut or change responses.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { after } from 'node:test'
import { z } from 'zod'
import { inDatabase } from './busy-market.ts'
import { type Server, startServer } from './server.ts'

/** A fault in the response for a file. `tricks` maps the end of a file's path to a fault. */
type Trick = 'hold' | 'missing' | 'short' | 'long' | 'cut' | 'odd'

export async function startProject() {
  const server = await startServer({ settings: { SEED: 'demo' } })
  await makeOther(server)
  const line = await openLine(server.url)
  const { host } = server.connection
  const settingsFor = (database: string, user = 'postgres') => ({
    IMPORT_FROM: `postgres:///${database}?host=${encodeURIComponent(host)}&user=${user}`,
  })
  const key = keyOf(server)
  return {
    server,
    line,
    settingsFor,
    rows: settingsFor('postgres'),
    all: { ...settingsFor('postgres'), IMPORT_FILES: line.url, IMPORT_KEY: key },
  }
}

/** Adds columns that only a Supabase project has, and drops columns that only Mendwell has. */
async function makeOther(server: Server) {
  await inDatabase(server, 'alter table storage.objects add column level integer')
  await inDatabase(server, "alter table storage.buckets add column type text default 'STANDARD'")
  await inDatabase(
    server,
    'alter table auth.one_time_tokens drop column purpose, drop column valid_until',
  )
}

function keyOf({ dataFolder }: Server) {
  const file = readFileSync(join(dataFolder, 'secrets.json'), 'utf8')
  return z.object({ serviceRoleKey: z.string() }).parse(JSON.parse(file)).serviceRoleKey
}

async function openLine(behind: string) {
  const tricks = new Map<string, Trick>()
  const held: ServerResponse[] = []
  const line = createServer((request, response) => {
    const { url = '/', headers } = request
    const trick = [...tricks].find(([end]) => url.endsWith(end))?.[1]
    if (trick === 'hold') {
      held.push(response)
      return
    }
    const { apikey = '', authorization = '' } = headers
    fetch(behind + url, { headers: { apikey: String(apikey), authorization } }).then(
      async (answer) =>
        pass(response, answer.status, Buffer.from(await answer.arrayBuffer()), trick),
      () => response.destroy(),
    )
  })
  await once(line.listen(0, '127.0.0.1'), 'listening')
  after(() => {
    line.closeAllConnections()
    line.close()
  })
  const address = z.object({ port: z.number() }).parse(line.address())
  return { url: `http://127.0.0.1:${address.port}`, tricks, isHeld: () => held.length > 0 }
}

function pass(response: ServerResponse, status: number, bytes: Buffer, trick: Trick | undefined) {
  if (trick === 'missing') {
    response
      .writeHead(400)
      .end('{"statusCode":"404","error":"not_found","message":"Object not found"}')
  } else if (trick === 'odd') {
    response.writeHead(418).end()
  } else if (trick === 'cut') {
    response.writeHead(status, { 'content-length': bytes.length })
    // A reset of the connection could discard the written bytes, so the connection is ended instead.
    response.write(bytes.subarray(0, 5), () => response.socket?.end())
  } else {
    const sent = trick === 'short' ? bytes.subarray(1) : bytes
    response.writeHead(status).end(trick === 'long' ? Buffer.concat([sent, sent]) : sent)
  }
}
