import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { invalid } from '../errors.ts'
import type { Auth } from '../parts.ts'
import { read } from '../read.ts'
import { refreshSession } from '../sessions/refresh.ts'
import { visitorOf } from '../visitor.ts'

const body = z.object({ refresh_token: z.string().max(500).nullish() })

export async function byRefreshToken(auth: Auth, request: FastifyRequest) {
  const { refresh_token: token } = read(body, request.body)
  if (!token) throw invalid('refresh_token required')
  return refreshSession(auth, token, visitorOf(request))
}
