// Serves the auth API under /auth/v1. supabase-js calls this API to manage accounts, sessions and credentials.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AuthDependencies, Route } from './auth-dependencies.ts'
import { sendError, toAuthError } from './error-response.ts'
import { badBody, noSuchRoute } from './errors.ts'
import { redirectToPage, withError } from './redirects.ts'
import { formRoutes, routes } from './routes.ts'

/**
 * This size is enough for the largest user metadata. Metadata must stay small, because every access token contains it.
 */
const maxBodyBytes = 64 * 1024

export async function addAuth(app: FastifyInstance, auth: AuthDependencies) {
  await app.register(
    async (scope) => {
      parseBodiesAsJson(scope)
      scope.setErrorHandler((error: FastifyError, request, reply) =>
        sendError(error, request, reply),
      )
      scope.setNotFoundHandler((request, reply) => sendError(noSuchRoute(), request, reply))
      scope.addHook('onRequest', forbidCaching)
      for (const route of routes) addRoute(scope, auth, route)
      await scope.register(async (forms) => {
        parseBodiesAsForms(forms)
        forms.setErrorHandler((error: FastifyError, request, reply) =>
          sendFormError(auth, error, request, reply),
        )
        for (const route of formRoutes) addRoute(forms, auth, route)
      })
    },
    { prefix: '/auth/v1' },
  )
}

function forbidCaching(_request: FastifyRequest, reply: FastifyReply, done: () => void) {
  reply.header('cache-control', 'no-store')
  done()
}

function addRoute(
  scope: FastifyInstance,
  auth: AuthDependencies,
  { method, path, bodyLimitBytes = maxBodyBytes, handle }: Route,
) {
  scope.route({
    method,
    url: path,
    // Mail programs check links with HEAD requests, which must not consume the link's token.
    exposeHeadRoute: false,
    bodyLimit: bodyLimitBytes,
    handler: async (request, reply) => {
      const body = await handle(auth, request, reply)
      if (reply.sent) return reply
      return body === undefined ? reply.code(204).send() : reply.send(body)
    },
  })
}

/** Parses every body as a form. If a name is repeated, its last value is used. */
function parseBodiesAsForms(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(body))))
  })
}

/**
 * If the form is too large, redirects the browser to a page that shows the error. Browsers post these forms, so a
 * person would otherwise see an error in JSON.
 */
function sendFormError(
  { settings }: AuthDependencies,
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (error.code !== 'FST_ERR_CTP_BODY_TOO_LARGE') return sendError(error, request, reply)
  return redirectToPage(reply, withError(new URL(`${settings.site}/`), toAuthError(error, request)))
}

/**
 * Parses every body as JSON, whatever its content type is. Accepts an empty body, because some clients declare JSON and
 * send nothing.
 */
function parseBodiesAsJson(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? undefined : JSON.parse(String(body)))
    } catch {
      done(badBody('Could not parse request body as JSON'))
    }
  })
}
