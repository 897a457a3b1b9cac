// What a refused or failed call gets in this dialect: {message}.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { TooManyRequests } from '../http/request-limits.ts'

export function refuseInDialect(scope: FastifyInstance) {
  scope.setNotFoundHandler((_request, reply) =>
    reply.code(404).send({ message: 'There is no function of this name.' }),
  )
  scope.setErrorHandler((error: FastifyError, request, reply) => {
    const { statusCode = 500, message } = error
    if (error instanceof TooManyRequests) reply.header('retry-after', error.retryAfter)
    if (statusCode === 503) return answerBusy(error, request, reply)
    if (statusCode < 400 || statusCode >= 500) return answerFailure(error, request, reply)
    return reply.code(statusCode).send({ message })
  })
}

/** For whatever a function throws: a status that the error carries was meant for somebody else. */
export function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  request.log.error({ err: error }, 'A function failed.')
  const message = `Something went wrong here. Try again; if it stays, report it as ${request.id}.`
  return reply.code(500).send({ message })
}

function answerBusy(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  request.log.error({ err: error }, 'A function took too long.')
  const message = 'The server is busy. Try again soon.'
  return reply.code(503).header('retry-after', '1').send({ message })
}
