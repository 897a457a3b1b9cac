// Pages of any origin may ask: who they ask for is in the token, and cookies mean nothing here.
import type { FastifyInstance } from 'fastify'

const forAll = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'Content-Encoding, Content-Range, Content-Type, Date, Idempotency-Replayed, Link, Location, Preference-Applied, Retry-After, WWW-Authenticate, X-Request-Id, X-Supabase-Api-Version, X-Total-Count',
}

const methods = 'GET, HEAD, POST, PATCH, PUT, DELETE, OPTIONS'

/** For the routes of one dialect; a preflight is answered before any of them. */
export function allowAllOrigins(app: FastifyInstance) {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(forAll)
    if (request.method !== 'OPTIONS') return done()
    const wanted = request.headers['access-control-request-headers']
    reply
      .code(200)
      .headers({
        allow: methods,
        'access-control-allow-methods': methods,
        'access-control-allow-headers': wanted ?? 'authorization, apikey, content-type, prefer',
        'access-control-max-age': '86400',
        vary: 'Access-Control-Request-Headers',
      })
      .send()
  })
}
