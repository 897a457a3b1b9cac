// functions/v1: the product's own server functions, web-standard handlers that know nothing of us.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readAnswer, requestFor, sendAnswer } from './exchange.ts'
import { type Functions, loadFunctions, type ServerFunction } from './load-functions.ts'
import { methods, reachApi } from './reach-api.ts'
import { answerFailure, refuseInDialect } from './refusals.ts'

/** Serves what stands in `functions/` of the product's folder; without a product there is none. */
export async function addFunctions(
  app: FastifyInstance,
  productFolder: string | undefined,
): Promise<void> {
  const functions = await loadFunctions(productFolder)
  await app.register(
    async (scope) => {
      takeAnyBody(scope)
      refuseInDialect(scope)
      addRoute(scope, functions)
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

function addRoute(scope: FastifyInstance, functions: Functions) {
  scope.route<{ Params: { name: string } }>({
    method: [...methods],
    url: '/:name',
    handler: async (request, reply) => {
      const called = functions.get(request.params.name)
      if (called) await answerBy(called, scope, request, reply)
      else reply.callNotFound()
      return reply
    },
  })
}

async function answerBy(
  called: ServerFunction,
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  try {
    const context = { api: reachApi(app, request.ip) }
    const answer = await called.fetch(requestFor(request), context)
    sendAnswer(reply, await readAnswer(answer))
  } catch (error) {
    answerFailure(error, request, reply)
  }
}
