import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Auth } from './parts.ts'

/** One address of this dialect. What it answers is sent as JSON; undefined is 204. */
export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  /** In bytes, where it is another than that of all. */
  bodyLimit?: number
  answer: (auth: Auth, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
}
