// The sign-in dialect: accounts, sessions and what proves them, as supabase-js asks for them.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Call } from './call.ts'
import { calls, formCalls } from './calls.ts'
import { badBody, noSuchCall } from './errors.ts'
import { leadOn, withRefusal } from './lead-on.ts'
import type { Auth } from './parts.ts'
import { authErrorFrom, sendError } from './send-error.ts'

/** A token's worth of what people say of themselves, and no more. */
const mostBytes = 64 * 1024

export async function addAuth(app: FastifyInstance, auth: Auth) {
  await app.register(
    async (scope) => {
      takeJson(scope)
      scope.setErrorHandler((error: FastifyError, request, reply) =>
        sendError(error, request, reply),
      )
      scope.setNotFoundHandler((request, reply) => sendError(noSuchCall(), request, reply))
      scope.addHook('onRequest', keepNowhere)
      for (const call of calls) addCall(scope, auth, call)
      await scope.register(async (forms) => {
        takeForms(forms)
        forms.setErrorHandler((error: FastifyError, request, reply) =>
          refuseForm(auth, error, request, reply),
        )
        for (const call of formCalls) addCall(forms, auth, call)
      })
    },
    { prefix: '/auth/v1' },
  )
}

function keepNowhere(_request: FastifyRequest, reply: FastifyReply, done: () => void) {
  reply.header('cache-control', 'no-store')
  done()
}

function addCall(
  scope: FastifyInstance,
  auth: Auth,
  { method, path, bodyLimit = mostBytes, answer }: Call,
) {
  scope.route({
    method,
    url: path,
    // Mail programs ask for the head of a link, which must not use it up.
    exposeHeadRoute: false,
    bodyLimit,
    handler: async (request, reply) => {
      const body = await answer(auth, request, reply)
      if (reply.sent) return reply
      return body === undefined ? reply.code(204).send() : reply.send(body)
    },
  })
}

/** A name that comes twice counts once. */
function takeForms(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(body))))
  })
}

/** Somebody looks on as their browser brings a form: what is too large leads to a page, as whatever else is refused. */
function refuseForm(
  { settings }: Auth,
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (error.code !== 'FST_ERR_CTP_BODY_TOO_LARGE') return sendError(error, request, reply)
  return leadOn(reply, withRefusal(new URL(`${settings.site}/`), authErrorFrom(error, request)))
}

/** Whatever it is declared as, a body is JSON here; some clients declare it and send none. */
function takeJson(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? undefined : JSON.parse(String(body)))
    } catch {
      done(badBody('Could not parse request body as JSON'))
    }
  })
}
