// Pages of any origin may ask: who they ask for is in the token, and cookies mean nothing here.
import type { FastifyInstance, FastifyRequest } from 'fastify'

const forAll = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'Accept-Ranges, Age, Content-Disposition, Content-Encoding, Content-Length, Content-Location, Content-Range, Content-Type, Date, ETag, Idempotency-Replayed, Link, Location, Preference-Applied, Proxy-Status, Retry-After, WWW-Authenticate, X-Request-Id, X-Supabase-Api-Version, X-Total-Count',
}

const methods = 'GET, POST, PATCH, PUT, DELETE, OPTIONS, HEAD'

/**
 * For the routes of one dialect; a preflight is answered before any of them.
 * @param knowsOptions  Of requests that are no preflight: whether their dialect answers OPTIONS itself.
 */
export function allowAllOrigins(
  app: FastifyInstance,
  knowsOptions: (request: FastifyRequest) => boolean,
) {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(forAll)
    if (request.method !== 'OPTIONS') return done()
    const isPreflight = request.headers['access-control-request-method'] !== undefined
    if (!isPreflight && knowsOptions(request)) return done()
    const wanted = request.headers['access-control-request-headers']
    reply
      .code(200)
      .headers({
        allow: methods,
        'access-control-allow-methods': methods,
        'access-control-allow-headers': allowedHeaders(wanted),
        'access-control-max-age': '86400',
        vary: 'Access-Control-Request-Headers',
      })
      .send()
  })
}

/** What is wanted, and what any client may send. */
function allowedHeaders(wanted = 'apikey, content-type, prefer') {
  const names = wanted.split(',').map((name) => name.trim())
  return ['Authorization', ...names, 'Accept', 'Accept-Language', 'Content-Language'].join(', ')
}
