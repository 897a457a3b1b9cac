import type { FastifyRequest } from 'fastify'
import { addressOf } from '../http/address.ts'
import { networkOf } from '../http/network.ts'

/** Where a request comes from. */
export interface Visitor {
  ip: string
  /** What limits count: neighbours in one network of version 6 are one. */
  network: string
  userAgent: string
}

export function visitorOf(request: FastifyRequest): Visitor {
  const ip = addressOf(request)
  return {
    ip,
    network: networkOf(ip),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 400),
  }
}
