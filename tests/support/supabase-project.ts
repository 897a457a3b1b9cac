// Imitates a Supabase project for an import. A proxy for the project's files can delay, cut or change responses.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { after } from 'node:test'
import { z } from 'zod'
import { queryDatabase } from './busy-market.ts'
import { type Server, startServer } from './server.ts'

/** A fault that the proxy causes when a file is requested. */
type FileFault = 'hold' | 'missing' | 'short' | 'long' | 'cut' | 'unexpected'

export async function startProject() {
  const server = await startServer({ settings: { SEED: 'demo' } })
  await matchSupabaseSchema(server)
  const filesProxy = await startFilesProxy(server.url)
  const { host } = server.connection
  const settingsFor = (database: string, user = 'postgres') => ({
    IMPORT_FROM: `postgres:///${database}?host=${encodeURIComponent(host)}&user=${user}`,
  })
  const key = serviceRoleKeyOf(server)
  return {
    server,
    filesProxy,
    settingsFor,
    rowSettings: settingsFor('postgres'),
    allSettings: { ...settingsFor('postgres'), IMPORT_FILES: filesProxy.url, IMPORT_KEY: key },
  }
}

/** Adds columns that only a Supabase project has, and drops columns that only Mendwell has. */
async function matchSupabaseSchema(server: Server) {
  await queryDatabase(server, 'alter table storage.objects add column level integer')
  await queryDatabase(server, "alter table storage.buckets add column type text default 'STANDARD'")
  await queryDatabase(
    server,
    'alter table auth.one_time_tokens drop column purpose, drop column valid_until',
  )
}

/** Adds rows that violate Mendwell's constraints, which a real project may lack. */
export async function breakRules(server: Server, consultantId: string) {
  await queryDatabase(
    server,
    `set session_replication_role = replica;
     alter table public.bids drop constraint bids_job_id_fkey;
     alter table public.jobs drop constraint jobs_budget_check;
     alter table public.notification_settings alter column sound drop not null;
     alter table public.profiles add column fax text default '303 555 0100';
     create table public.old_things as select generate_series(1, 2) as id;
     insert into auth.users (id, email) values ('ffffffff-ffff-4fff-bfff-ffffffffffff', 'Facility@mendwell.test');
     update auth.users set encrypted_password = '$argon2id$v=19$m=65536$c29tZXNhbHQ$aGFzaA'
       where email = 'hank@highplainsroofing.test';
     insert into public.bids (job_id, contractor_id, amount)
       values ('${randomUUID()}', (select id from auth.users where email = 'contractor@mendwell.test'), 100);
     insert into public.jobs (facility_id, title, description, budget)
       values ('${consultantId}', 'Roof', 'It leaks.', -1);
     update public.notification_settings set sound = null where user_id = '${consultantId}'`,
  )
}

function serviceRoleKeyOf({ dataFolder }: Server) {
  const file = readFileSync(join(dataFolder, 'secrets.json'), 'utf8')
  return z.object({ serviceRoleKey: z.string() }).parse(JSON.parse(file)).serviceRoleKey
}

async function startFilesProxy(serverUrl: string) {
  const faults = new Map<string, FileFault>()
  const heldResponses: ServerResponse[] = []
  const filesProxy = createServer((request, response) => {
    const { url = '/', headers } = request
    const fault = [...faults].find(([ending]) => url.endsWith(ending))?.[1]
    if (fault === 'hold') {
      heldResponses.push(response)
      return
    }
    const { apikey = '', authorization = '' } = headers
    fetch(serverUrl + url, { headers: { apikey: String(apikey), authorization } }).then(
      async (upstream) =>
        respond(response, upstream.status, Buffer.from(await upstream.arrayBuffer()), fault),
      () => response.destroy(),
    )
  })
  await once(filesProxy.listen(0, '127.0.0.1'), 'listening')
  after(() => {
    filesProxy.closeAllConnections()
    filesProxy.close()
  })
  const address = z.object({ port: z.number() }).parse(filesProxy.address())
  return {
    url: `http://127.0.0.1:${address.port}`,
    faults,
    hasHeldResponse: () => heldResponses.length > 0,
  }
}

function respond(
  response: ServerResponse,
  status: number,
  bytes: Buffer,
  fault: FileFault | undefined,
) {
  if (fault === 'missing') {
    response
      .writeHead(400)
      .end('{"statusCode":"404","error":"not_found","message":"Object not found"}')
  } else if (fault === 'unexpected') {
    response.writeHead(418).end()
  } else if (fault === 'cut') {
    response.writeHead(status, { 'content-length': bytes.length })
    // End the connection normally, because a reset could discard the bytes that were written.
    response.write(bytes.subarray(0, 5), () => response.socket?.end())
  } else {
    const body = fault === 'short' ? bytes.subarray(1) : bytes
    response.writeHead(status).end(fault === 'long' ? Buffer.concat([body, body]) : body)
  }
}
