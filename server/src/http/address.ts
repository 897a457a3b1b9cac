import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** Where a request comes from. What a trusted proxy says counts as far as it is an address. */
export function addressOf({ ip, socket }: FastifyRequest): string {
  return plainAddress(ip) ?? plainAddress(socket.remoteAddress ?? '') ?? '0.0.0.0'
}

/** Some proxies add a port, and some addresses a zone that means something to their own machine alone. */
function plainAddress(text: string): string | undefined {
  const [, inBrackets, beforePort] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/u.exec(text) ?? []
  const address = (inBrackets ?? beforePort ?? text).replace(/%.*$/u, '')
  return isIP(address) === 0 ? undefined : address
}
