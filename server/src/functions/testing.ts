// Provides server functions for tests, and a server with only the function dialect.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after } from 'node:test'
import { fastify, type FastifyBaseLogger } from 'fastify'
import pino from 'pino'
import { temporaryFolder } from '../../tests/support/app.ts'
import { addFunctions } from './functions.ts'

export const echoFunction = `export default { async fetch(request) {
  const bytes = [...new Uint8Array(await request.arrayBuffer())]
  const { method, url } = request
  return Response.json({ method, url, bytes, headers: Object.fromEntries(request.headers) })
} }`

export const keyFunction = `export default { async fetch(request, { serviceRoleKey }) {
  return new Response(serviceRoleKey)
} }`

/** Calls the API of this server, and returns its response. */
export const apiFunction = `export default { async fetch(request, { api }) {
  return await api(new URL(request.url).searchParams.get('path'), {
    method: request.method,
    headers: { 'x-own': 'yes' },
    ...(request.body ? { body: await request.text() } : {}),
  })
} }`

export const responsesFunction = `class Answers {
  #plain = { status: 201, headers: { 'content-type': 'text/plain', 'content-length': '999', 'transfer-encoding': 'chunked' } }
  fetch(request) {
    switch (new URL(request.url).searchParams.get('as')) {
      case 'bytes': return new Response(new Uint8Array([0, 255, 128]))
      case 'nothing': return new Response(null, { status: 204 })
      case 'cookies': {
        const headers = new Headers()
        headers.append('set-cookie', 'a=1')
        headers.append('set-cookie', 'b=2')
        return new Response('', { headers })
      }
      case 'throw': throw Object.assign(new Error('select secret'), { statusCode: 404 })
      case 'text': return 'no Response'
      case 'broken': return new Response(new ReadableStream({ start: (c) => c.error(new Error('cut')) }))
      default: return new Response('made', this.#plain)
    }
  }
}
export default new Answers()`

export async function writeApplication(functions: Record<string, Record<string, string>>) {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  for (const [name, files] of Object.entries(functions)) {
    await mkdir(join(folder, 'functions', name), { recursive: true })
    for (const [file, text] of Object.entries(files)) {
      await writeFile(join(folder, 'functions', name, file), text)
    }
  }
  return folder
}

/** Starts a server with only the function dialect, and two routes that functions can call. */
export async function startFunctions(folder: string | undefined) {
  const lines: string[] = []
  const log: FastifyBaseLogger = pino({}, { write: (line) => lines.push(line) })
  const app = fastify({ loggerInstance: log })
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  app.all('/seen', async ({ method, url, headers, ip, body }) => ({
    method,
    url,
    headers,
    ip,
    body: body ?? '',
  }))
  app.get('/none', (_request, reply) => reply.code(204).header('set-cookie', ['a=1', 'b=2']).send())
  await addFunctions(app, { productFolder: folder, serviceRoleKey: 'key of the server' })
  after(() => app.close())
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  return { port: Number(new URL(address).port), lines }
}
