// Runs a proxy that changes or blocks the responses of a real provider.
import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http'
import { buffer } from 'node:stream/consumers'

/** Simulates a fault. Returns true if the request needs no further handling. */
export type Fault = (path: string, response: ServerResponse) => boolean
/** Returns the body that the client gets instead of the provider's body. */
export type ResponseChange = (path: string, body: string) => string

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

export async function startFaultyProxy(providerUrl: () => string) {
  let fault: Fault = () => false
  let changeResponse: ResponseChange = (_path, body) => body
  const { server, url } = await listen((incoming, response) => {
    const path = new URL(incoming.url ?? '/', 'http://provider').pathname
    if (fault(path, response)) return
    forward(providerUrl(), incoming).then(
      ({ status, headers, body }) => {
        const changedBody = changeResponse(path, body)
        response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(changedBody) })
        return response.end(changedBody)
      },
      () => response.destroy(),
    )
  })
  return {
    server,
    url,
    failWith: (replacement: Fault) => (fault = replacement),
    changeResponses: (replacement: ResponseChange) => (changeResponse = replacement),
    reset: () => {
      fault = () => false
      changeResponse = (_path, body) => body
    },
  }
}

interface ProviderResponse {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

/** Forwards the request unchanged, including the Host header, from which the provider builds its URLs. */
async function forward(providerUrl: string, incoming: IncomingMessage): Promise<ProviderResponse> {
  const body = await buffer(incoming)
  const { method, headers, url = '/' } = incoming
  return new Promise((resolve, reject) => {
    const outgoing = request(`${providerUrl}${url}`, { method, headers }, (upstream) => {
      const { 'transfer-encoding': _framing, ...otherHeaders } = upstream.headers
      const providerResponse = buffer(upstream).then((bytes) => ({
        status: upstream.statusCode ?? 0,
        headers: otherHeaders,
        body: bytes.toString(),
      }))
      providerResponse.then(resolve, reject)
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
