import type { FastifyRequest } from 'fastify'

/** Path and query of a request; a client may have sent the whole address. */
export function targetOf({ url }: FastifyRequest) {
  return url.replace(/^https?:\/\/[^/?]*/iu, '')
}
