import type { FastifyRequest } from 'fastify'

const plainHost = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i

/** The address under which the caller reached us, or undefined where the Host header is no host. */
export function originOf({ protocol, host }: FastifyRequest): string | undefined {
  return plainHost.test(host) ? `${protocol}://${host}` : undefined
}
