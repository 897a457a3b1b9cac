import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Storage } from './parts.ts'

/** One address of this dialect. What it answers is sent as JSON, unless it has sent something itself. */
export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  /** What a body is: JSON, or bytes that the call reads itself. */
  takes?: 'bytes'
  /** For a file on its way out, however slow who reads it. */
  gives?: 'bytes'
  /** Moves files here, and says so in JSON. */
  moves?: 'bytes'
  /** Of a body in JSON, in bytes. */
  most?: number
  answer: (storage: Storage, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
}
