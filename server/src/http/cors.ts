// Lets pages of other origins read responses. By default every origin is allowed, because requests are authorized by
// tokens and not by cookies.
import type { FastifyInstance, FastifyRequest } from 'fastify'

const exposedHeaders = {
  'access-control-expose-headers':
    'Accept-Ranges, Age, Content-Disposition, Content-Encoding, Content-Length, Content-Location, Content-Range, Content-Type, Date, ETag, Idempotency-Replayed, Link, Location, Preference-Applied, Proxy-Status, Retry-After, Tus-Extension, Tus-Max-Size, Tus-Resumable, Tus-Version, Upload-Expires, Upload-Length, Upload-Metadata, Upload-Offset, WWW-Authenticate, X-Request-Id, X-Supabase-Api-Version, X-Total-Count',
}

const methods = 'GET, POST, PATCH, PUT, DELETE, OPTIONS, HEAD'

/** Tells caches that the response depends on the request's origin. */
function addVaryOrigin(app: FastifyInstance) {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    const others = reply.getHeader('vary')
    reply.header('vary', others === undefined ? 'Origin' : `${String(others)}, Origin`)
    done()
  })
}

/**
 * Responds to preflight requests before any route does.
 * @param origins  The origins whose pages may read responses, or undefined for all origins.
 * @param handlesOptions  Returns whether a dialect itself responds to an OPTIONS request that is not a preflight.
 */
export function allowOrigins(
  app: FastifyInstance,
  origins: readonly string[] | undefined,
  handlesOptions: (request: FastifyRequest) => boolean,
) {
  if (origins) addVaryOrigin(app)
  app.addHook('onRequest', (request, reply, done) => {
    const { origin = '' } = request.headers
    if (!origins) reply.header('access-control-allow-origin', '*')
    else if (origins.includes(origin)) reply.header('access-control-allow-origin', origin)
    reply.headers(exposedHeaders)
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
