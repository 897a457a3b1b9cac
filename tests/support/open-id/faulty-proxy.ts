// A proxy in front of a real provider. The proxy changes or blocks the provider's responses.
import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http'
import { buffer } from 'node:stream/consumers'

/** Simulates a fault. Returns true if it has handled the request. */
export type Fault = (path: string, response: ServerResponse) => boolean
/** Returns the body that the client gets instead of the provider's body. */
export type Lie = (path: string, body: string) => string

export type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** Starts a server for this handler and returns its address. */
export async function listen(handler: Handler) {
  const server = createServer(handler).listen(0, '127.0.0.1')
  // The server must not keep the test process running.
  server.unref()
  await once(server, 'listening')
  const address = server.address()
  return { server, url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}` }
}

export async function startLiar(inner: () => string) {
  let fault: Fault = () => false
  let lie: Lie = (_path, body) => body
  const { server, url } = await listen((incoming, response) => {
    const path = new URL(incoming.url ?? '/', 'http://provider').pathname
    if (fault(path, response)) return
    passOn(inner(), incoming).then(
      ({ status, headers, body }) => {
        const told = lie(path, body)
        response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(told) })
        return response.end(told)
      },
      () => response.destroy(),
    )
  })
  return {
    server,
    url,
    fails: (wanted: Fault) => (fault = wanted),
    lies: (wanted: Lie) => (lie = wanted),
    isHonest: () => {
      fault = () => false
      lie = (_path, body) => body
    },
  }
}

interface Passed {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

/** Forwards the request unchanged. The provider builds its URLs from the Host header, so this header is kept too. */
async function passOn(inner: string, incoming: IncomingMessage): Promise<Passed> {
  const body = await buffer(incoming)
  const { method, headers, url = '/' } = incoming
  return new Promise((resolve, reject) => {
    const outgoing = request(`${inner}${url}`, { method, headers }, (answer) => {
      const { 'transfer-encoding': _framing, ...kept } = answer.headers
      const passed = buffer(answer).then((bytes) => ({
        status: answer.statusCode ?? 0,
        headers: kept,
        body: bytes.toString(),
      }))
      passed.then(resolve, reject)
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
