// functions/v1: the product's own server functions, web-standard handlers that know nothing of us.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addressOf } from '../http/address.ts'
import { readAnswer, requestFor, sendAnswer } from './exchange.ts'
import {
  type FunctionContext,
  type Functions,
  loadFunctions,
  type ServerFunction,
} from './load-functions.ts'
import { methods, reachApi } from './reach-api.ts'
import { answerFailure, refuseInDialect } from './refusals.ts'

interface Options {
  productFolder: string | undefined
  /** What a function may do beyond its caller. */
  serviceRoleKey: string
}

/** Serves what stands in `functions/` of the product's folder; without a product there is none. */
export async function addFunctions(
  app: FastifyInstance,
  { productFolder, serviceRoleKey }: Options,
): Promise<void> {
  const functions = await loadFunctions(productFolder)
  await app.register(
    async (scope) => {
      takeAnyBody(scope)
      refuseInDialect(scope)
      addRoute(scope, functions, serviceRoleKey)
    },
    { prefix: '/functions/v1' },
  )
}

/** The bytes as they were sent: what they mean is for the function to say. */
function takeAnyBody(scope: FastifyInstance) {
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
      const called = functions.get(request.params.name)
      const context = { api: reachApi(scope, addressOf(request)), serviceRoleKey }
      if (called) await answerBy(called, context, request, reply)
      else reply.callNotFound()
      return reply
    },
  })
}

async function answerBy(
  called: ServerFunction,
  context: FunctionContext,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  try {
    const answer = await called.fetch(requestFor(request), context)
    sendAnswer(reply, await readAnswer(answer))
  } catch (error) {
    answerFailure(error, request, reply)
  }
}
