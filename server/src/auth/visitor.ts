import type { FastifyRequest } from 'fastify'
import { networkOf } from '../http/network.ts'

/** Where a request comes from. */
export interface Visitor {
  ip: string
  /** What limits count: neighbours in one network of version 6 are one. */
  network: string
  userAgent: string
}

export function visitorOf({ ip, headers }: FastifyRequest): Visitor {
  return { ip, network: networkOf(ip), userAgent: (headers['user-agent'] ?? '').slice(0, 400) }
}
