// Serves the application's server functions at /functions/v1. Functions take and return the web-standard Request and
// Response.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { TooManyRequests } from '../http/rate-limits.ts'
import { addressOf } from '../http/request-address.ts'
import {
  type FunctionContext,
  type Functions,
  loadFunctions,
  type ServerFunction,
} from './load-functions.ts'
import {
  createApiClient,
  methods,
  readResponse,
  sendResponse,
  toWebRequest,
} from './web-requests.ts'

interface FunctionsOptions {
  productFolder: string | undefined
  /** The service role key, with which a function has more rights than its caller. */
  serviceRoleKey: string
}

export async function addFunctions(
  app: FastifyInstance,
  { productFolder, serviceRoleKey }: FunctionsOptions,
): Promise<void> {
  const functions = await loadFunctions(productFolder)
  await app.register(
    async (scope) => {
      acceptAnyBody(scope)
      setErrorHandlers(scope)
      addRoute(scope, functions, serviceRoleKey)
    },
    { prefix: '/functions/v1' },
  )
}

/** Passes raw bodies on, because each function parses its own body. */
function acceptAnyBody(scope: FastifyInstance) {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body)
  })
}

function addRoute(scope: FastifyInstance, functions: Functions, serviceRoleKey: string) {
  scope.route<{ Params: { name: string } }>({
    method: [...methods],
    url: '/:name',
    handler: async (request, reply) => {
      const serverFunction = functions.get(request.params.name)
      const context = { api: createApiClient(scope, addressOf(request)), serviceRoleKey }
      if (serverFunction) await callFunction(serverFunction, context, request, reply)
      else reply.callNotFound()
      return reply
    },
  })
}

async function callFunction(
  serverFunction: ServerFunction,
  context: FunctionContext,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  try {
    const response = await serverFunction.fetch(toWebRequest(request), context)
    sendResponse(reply, await readResponse(response))
  } catch (error) {
    sendFailure(error, request, reply)
  }
}

/** Sends error responses of the form {message}. */
function setErrorHandlers(scope: FastifyInstance) {
  scope.setNotFoundHandler((_request, reply) =>
    reply.code(404).send({ message: 'There is no function with this name.' }),
  )
  scope.setErrorHandler((error: FastifyError, request, reply) => {
    const { statusCode = 500, message } = error
    if (error instanceof TooManyRequests) reply.header('retry-after', error.retryAfter)
    if (statusCode === 503) return sendBusy(error, request, reply)
    if (statusCode < 400 || statusCode >= 500) return sendFailure(error, request, reply)
    return reply.code(statusCode).send({ message })
  })
}

/** Ignores the status in the error, because the error may come from another service. */
function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  request.log.error({ err: error }, 'A function failed.')
  const message = `Something went wrong here. Try again. If it happens again, report it as ${request.id}.`
  return reply.code(500).send({ message })
}

function sendBusy(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  request.log.error({ err: error }, 'A function took too long.')
  const message = 'The server is busy. Try again soon.'
  return reply.code(503).header('retry-after', '1').send({ message })
}
