// Allows requests from pages of any origin. This is safe, because requests are authorized by a token and never by a
// cookie.
import type { FastifyInstance, FastifyRequest } from 'fastify'

const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'Accept-Ranges, Age, Content-Disposition, Content-Encoding, Content-Length, Content-Location, Content-Range, Content-Type, Date, ETag, Idempotency-Replayed, Link, Location, Preference-Applied, Proxy-Status, Retry-After, WWW-Authenticate, X-Request-Id, X-Supabase-Api-Version, X-Total-Count',
}

const methods = 'GET, POST, PATCH, PUT, DELETE, OPTIONS, HEAD'

/**
 * Responds to preflight requests before any route does.
 * @param handlesOptions  Returns whether a dialect itself responds to an OPTIONS request that is not a preflight.
 */
export function allowAllOrigins(
  app: FastifyInstance,
  handlesOptions: (request: FastifyRequest) => boolean,
) {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(corsHeaders)
    if (request.method !== 'OPTIONS') return done()
    const isPreflight = request.headers['access-control-request-method'] !== undefined
    if (!isPreflight && handlesOptions(request)) return done()
    const requestedHeaders = request.headers['access-control-request-headers']
    reply
      .code(200)
      .headers({
        allow: methods,
        'access-control-allow-methods': methods,
        'access-control-allow-headers': allowedHeaders(requestedHeaders),
        'access-control-max-age': '86400',
        vary: 'Access-Control-Request-Headers',
      })
      .send()
  })
}

function allowedHeaders(requestedHeaders = 'apikey, content-type, prefer') {
  const names = requestedHeaders.split(',').map((name) => name.trim())
  return ['Authorization', ...names, 'Accept', 'Accept-Language', 'Content-Language'].join(', ')
}
