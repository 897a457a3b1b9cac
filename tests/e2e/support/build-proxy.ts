// Starts a proxy that can simulate a newer build of the web app and block responses.
import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  request as sendRequest,
  type ServerResponse,
} from 'node:http'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pagePort } from './site.ts'

interface Target {
  host: string
  port: number
}

export interface BuildProxy {
  address: string
  /** After this call, the proxy serves the page and its service worker as this build. */
  release: (build: string) => void
  /** After this call, the proxy blocks the responses to requests for these paths. */
  block: (paths: RegExp) => void
  close: () => Promise<void>
}

export async function startBuildProxy(server: string): Promise<BuildProxy> {
  const serverBuild = await buildOf(server)
  const target = { host: '127.0.0.1', port: Number(new URL(server).port) }
  let build = serverBuild
  let blockedPaths: RegExp | undefined
  const replaceBuild = (body: string) => body.replaceAll(serverBuild, build)
  const proxy = createServer((request, response) => {
    if (blockedPaths?.test(request.url ?? '')) response.writeHead(502).end()
    else forwardRequest(target, request, response, replaceBuild)
  })
  // The HTTP server does not close upgraded sockets, so the proxy closes them.
  const openSockets = new Set<Duplex>()
  proxy.on('upgrade', (request, socket) => {
    openSockets.add(socket)
    forwardSocket(target, request, socket)
  })
  proxy.listen(pagePort, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    address: `http://127.0.0.1:${pagePort}`,
    release: (next) => {
      build = next
    },
    block: (paths) => {
      blockedPaths = paths
    },
    close: async () => {
      for (const socket of openSockets) socket.destroy()
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

function forwardRequest(
  target: Target,
  request: IncomingMessage,
  response: ServerResponse,
  replaceBuild: (body: string) => string,
) {
  // Request an uncompressed body and no 304, because the proxy changes the body.
  const headers = { ...request.headers }
  for (const name of ['accept-encoding', 'if-none-match', 'if-modified-since']) delete headers[name]
  const { method, url: path } = request
  const outgoing = sendRequest({ ...target, method, path, headers }, (upstream) => {
    const { 'content-length': length, etag: _, ...others } = upstream.headers
    const containsBuild = path === '/sw.js' || /text\/html/.test(others['content-type'] ?? '')
    response.writeHead(upstream.statusCode ?? 502, {
      ...others,
      ...(length && !containsBuild ? { 'content-length': length } : {}),
    })
    if (!containsBuild) return void upstream.pipe(response)
    text(upstream).then(
      (body) => response.end(replaceBuild(body)),
      () => response.destroy(),
    )
  })
  outgoing.on('error', () => response.destroy())
  request.pipe(outgoing)
}

function forwardSocket(target: Target, request: IncomingMessage, socket: Duplex) {
  const serverSocket = connect(target)
  const lines = request.rawHeaders.flatMap((name, index, all) =>
    index % 2 === 0 ? [`${name}: ${all[index + 1]}`] : [],
  )
  serverSocket.write([`GET ${request.url} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
  socket.pipe(serverSocket).pipe(socket)
  socket.on('error', () => serverSocket.destroy())
  socket.on('close', () => serverSocket.destroy())
  serverSocket.on('error', () => socket.destroy())
}
