import type { onRequestHookHandler } from 'fastify'

/** Headers that every answer carries; a page has a policy of its own besides. */
export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
}

export function addSecurityHeaders(siteUrl: string | undefined): onRequestHookHandler {
  const isHttps = siteUrl?.startsWith('https:') ?? false
  return (request, reply, done) => {
    reply.header('x-request-id', request.id).headers(securityHeaders)
    if (isHttps || request.protocol === 'https') {
      reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
    }
    done()
  }
}
