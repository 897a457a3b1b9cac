import { createHmac } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { type IncomingHttpHeaders, request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/config/config.ts'
import { loadSecrets } from '../../src/keys/secrets.ts'
import { openMailer } from '../../src/mail/open-mailer.ts'
import { productName } from '../../src/manifest.ts'
import type { Database } from '../../src/postgres/database.ts'
import { RequestPool } from '../../src/postgres/pool/request-pool.ts'
import { Replica } from '../../src/postgres/replication/replica.ts'
import { defaultTimings, type RealtimeTimings } from '../../src/realtime/realtime-dependencies.ts'
import { openAuth } from '../../src/startup/open-auth.ts'
import { openFiles } from '../../src/startup/open-files.ts'
import { openStorage } from '../../src/startup/open-storage.ts'
import { ImageCache } from '../../src/storage/images/image-cache.ts'
import { silentLog } from './release.ts'
import { productDatabase } from './test-database.ts'

interface TextResponse {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

interface AppSetup {
  realtimeTimings?: RealtimeTimings
  /** A database that several servers share, instead of a new one. */
  shared?: Awaited<ReturnType<typeof productDatabase>>
}

/** The returned function `ask` sends requests to the started server. */
export async function startApp(
  settings: NodeJS.ProcessEnv = {},
  log = silentLog,
  { realtimeTimings = defaultTimings, shared }: AppSetup = {},
) {
  const config = readConfig({ DATA_DIR: await temporaryFolder(), ...settings })
  const { pool, connection, name } = shared ?? (await productDatabase())
  const requests = new RequestPool({
    connection: { ...connection, user: 'authenticator' },
    log,
    preparedStatements: config.preparedStatements,
  })
  after(() => requests.close())
  // Tests use the replica only for its metrics, so the replica is never opened.
  const replica = config.replica && new Replica({ ...config.replica, primary: pool, log })
  after(() => replica?.close())
  const database: Database = { pool, requests, replica, isEmbedded: !shared, close: async () => {} }
  const secrets = await loadSecrets(config, database)
  const mailer = await openMailer({
    ...config.mail,
    site: config.site,
    productName,
    productFolder: config.productFolder,
    dataFolder: config.dataFolder,
    log,
  })
  const auth = openAuth({ config, pool, secrets, screenOf: mailer.screenOf })
  // Each server has a separate folder for files, even if several servers share a database.
  const files = await openFiles({ config, database: { pool, isEmbedded: true } })
  const imageCache = new ImageCache(config.dataFolder)
  const storage = openStorage({ config, database, files, imageCache, auth })
  const app = await buildApp({ config, database, secrets, auth, storage, log, realtimeTimings })
  after(() => app.close())
  const port = await listen(app)
  const ask = (path: string, options: RequestOptions = {}) => askServer(port, path, options)
  return { app, port, name, pool, secrets, ask }
}

async function listen(app: FastifyInstance) {
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  return Number(new URL(address).port)
}

interface RequestOptions {
  method?: string
  headers?: Record<string, string>
  body?: string
}

/** Sends any Host header, and changes neither the path nor the response, unlike fetch. */
function askServer(
  port: number,
  path: string,
  { body, ...options }: RequestOptions,
): Promise<TextResponse> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: '127.0.0.1', port, path, ...options }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const { statusCode: status = 0, headers } = response
        resolve({ status, headers, body: Buffer.concat(chunks).toString() })
      })
    })
    request.on('error', reject)
    request.end(body)
  })
}

export async function temporaryFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'mendwell-test-'))
  after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Returns headers with an access token, which has expired if `expiresInSeconds` is negative. */
export function signedIn(
  { jwtSecret }: { jwtSecret: string },
  sub: string,
  expiresInSeconds?: number,
) {
  const expiry =
    expiresInSeconds === undefined ? {} : { exp: Math.floor(Date.now() / 1000) + expiresInSeconds }
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const body = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ sub, role: 'authenticated', ...expiry })}`
  const signature = createHmac('sha256', jwtSecret).update(body).digest('base64url')
  return { authorization: `Bearer ${body}.${signature}` }
}
