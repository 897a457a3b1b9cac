// Reads addresses from a request: the client's IP address, the origin of this server, and the path with the query.
import { isIP } from 'node:net'
import { hostname } from 'node:os'
import type { FastifyRequest } from 'fastify'
import { isLoopback } from '../urls.ts'

/** Returns the client's IP address, also behind a trusted proxy. */
export function addressOf({ ip, socket }: FastifyRequest): string {
  return parseAddress(ip) ?? parseAddress(socket.remoteAddress ?? '') ?? '0.0.0.0'
}

/** Removes the port that some proxies add, and the IPv6 zone. */
function parseAddress(text: string): string | undefined {
  const [, inBrackets, beforePort] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/u.exec(text) ?? []
  const address = (inBrackets ?? beforePort ?? text).replace(/%.*$/u, '')
  return isIP(address) === 0 ? undefined : address
}

/** For IPv6, limits count by /64 network, because such a network usually belongs to one customer. */
export function networkOf(ip: string) {
  if (!ip.includes(':') || ip.includes('.')) return ip
  const [head = '', tail] = ip.split('::')
  const first = head.split(':').filter(Boolean)
  const last = tail?.split(':').filter(Boolean) ?? []
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0')
  return [...first, ...zeros, ...last].slice(0, 4).join(':')
}

const plainHost = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i

/** Returns the origin that the client used for this server, or undefined if the Host header is not a host. */
export function originOf({ protocol, host }: FastifyRequest): string | undefined {
  return plainHost.test(host) ? `${protocol}://${host}` : undefined
}

/** Returns the path and query, even if the client sent a full URL. */
export function targetOf({ url }: FastifyRequest) {
  return url.replace(/^https?:\/\/[^/?]*/iu, '')
}

/** Returns whether the request's host is a name of this server. A client can make up any other name. */
export function namesThisServer(request: FastifyRequest) {
  const name = request.hostname.replaceAll(/[[\]]/gu, '').toLowerCase()
  const { localAddress = '' } = request.socket
  const machine = hostname()
  const ownNames = [localAddress.replace(/^::ffff:/u, ''), machine, `${machine}.local`]
  const isForwarded = request.host !== (request.headers.host ?? '')
  return (
    isForwarded ||
    isLoopback(name) ||
    name.endsWith('.localhost') ||
    ownNames.some((own) => own.toLowerCase() === name)
  )
}
