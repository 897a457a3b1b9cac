// The real server on a port of its own, with a database of its own.
import { mkdtemp, rm } from 'node:fs/promises'
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/config/config.ts'
import type { Database } from '../../src/postgres/database.ts'
import { Replica } from '../../src/postgres/replication/replica.ts'
import { RequestPool } from '../../src/postgres/pool/request-pool.ts'
import { openMailer } from '../../src/mail/open-mailer.ts'
import { productName } from '../../src/manifest.ts'
import { openFiles } from '../../src/startup/open-files.ts'
import { openAuth } from '../../src/startup/open-auth.ts'
import { type RealtimeTimings, defaultTimings } from '../../src/realtime/realtime-dependencies.ts'
import { openStorage } from '../../src/startup/open-storage.ts'
import { ImageCache } from '../../src/storage/images/image-cache.ts'
import { loadSecrets } from '../../src/keys/secrets.ts'
import { silent } from './release.ts'
import { productDatabase } from './test-database.ts'

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

interface Around {
  periods?: RealtimeTimings
  /** A database that the server does not have alone. */
  shared?: Awaited<ReturnType<typeof productDatabase>>
}

/** Starts a server with these settings; `ask` sends it a request. */
export async function startApp(
  settings: NodeJS.ProcessEnv = {},
  log = silent,
  { periods = defaultTimings, shared }: Around = {},
) {
  const config = readConfig({ DATA_DIR: await temporaryFolder(), ...settings })
  const { pool, connection, name } = shared ?? (await productDatabase())
  const requests = new RequestPool({
    connection: { ...connection, user: 'authenticator' },
    log,
    preparedStatements: config.preparedStatements,
  })
  after(() => requests.close())
  // It is never opened, so nothing is asked of it.
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
  // Each has a folder of its own, also where they share a database.
  const files = await openFiles({ config, database: { pool, isEmbedded: true } })
  const pictureCache = new ImageCache(config.dataFolder)
  const storage = openStorage({ config, database, files, pictureCache, auth })
  const app = await buildApp({ config, database, secrets, auth, storage, log, periods })
  after(() => app.close())
  const port = await listen(app)
  const ask = (path: string, options: Ask = {}) => askServer(port, path, options)
  return { app, port, name, pool, secrets, ask }
}

async function listen(app: FastifyInstance) {
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  return Number(new URL(address).port)
}

interface Ask {
  method?: string
  headers?: Record<string, string>
  body?: string
}

/** Unlike fetch it sends any Host header and leaves the path and the answer as they are. */
function askServer(port: number, path: string, { body, ...options }: Ask): Promise<Answer> {
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
