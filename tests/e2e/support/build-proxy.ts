// Starts a proxy in front of the server. The proxy can pretend that the web app has a newer build, and it can block
// responses.
import { once } from 'node:events'
import { createServer, type IncomingMessage, request as ask, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pagePort } from './site.ts'

interface Behind {
  host: string
  port: number
}

export interface BuildProxy {
  address: string
  /** From now on, serves the page and its service worker as this build. */
  release: (build: string) => void
  /** From now on, blocks responses to these paths. */
  lose: (paths: RegExp) => void
  close: () => Promise<void>
}

export async function startBuildProxy(server: string): Promise<BuildProxy> {
  const present = await buildOf(server)
  const behind = { host: '127.0.0.1', port: Number(new URL(server).port) }
  let build = present
  let lost: RegExp | undefined
  const rename = (body: string) => body.replaceAll(present, build)
  const proxy = createServer((request, response) => {
    if (lost?.test(request.url ?? '')) response.writeHead(502).end()
    else pass(behind, request, response, rename)
  })
  // The HTTP server does not close upgraded sockets, so the proxy closes them.
  const open = new Set<Duplex>()
  proxy.on('upgrade', (request, socket) => {
    open.add(socket)
    passSocket(behind, request, socket)
  })
  proxy.listen(pagePort, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    address: `http://127.0.0.1:${pagePort}`,
    release: (next) => {
      build = next
    },
    lose: (paths) => {
      lost = paths
    },
    close: async () => {
      for (const socket of open) socket.destroy()
      proxy.closeAllConnections()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}

async function buildOf(address: string) {
  const page = await (await fetch(`${address}/inbox`)).text()
  return /data-build="([^"]+)"/.exec(page)?.[1] ?? 'none'
}

function pass(
  behind: Behind,
  request: IncomingMessage,
  response: ServerResponse,
  rename: (body: string) => string,
) {
  // Request the whole body without compression, because the proxy changes the body. A response of 304 would be wrong
  // then.
  const headers = { ...request.headers }
  for (const name of ['accept-encoding', 'if-none-match', 'if-modified-since']) delete headers[name]
  const { method, url: path } = request
  const passed = ask({ ...behind, method, path, headers }, (answer) => {
    const { 'content-length': length, etag: _, ...others } = answer.headers
    const isNamed = path === '/sw.js' || /text\/html/.test(others['content-type'] ?? '')
    response.writeHead(answer.statusCode ?? 502, {
      ...others,
      ...(length && !isNamed ? { 'content-length': length } : {}),
    })
    if (!isNamed) return void answer.pipe(response)
    text(answer).then(
      (body) => response.end(rename(body)),
      () => response.destroy(),
    )
  })
  passed.on('error', () => response.destroy())
  request.pipe(passed)
}

function passSocket(behind: Behind, request: IncomingMessage, socket: Duplex) {
  const behindSocket = connect(behind)
  const lines = request.rawHeaders.flatMap((name, place, all) =>
    place % 2 === 0 ? [`${name}: ${all[place + 1]}`] : [],
  )
  behindSocket.write([`GET ${request.url} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
  socket.pipe(behindSocket).pipe(socket)
  socket.on('error', () => behindSocket.destroy())
  socket.on('close', () => behindSocket.destroy())
  behindSocket.on('error', () => socket.destroy())
}
