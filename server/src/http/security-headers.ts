import { createHash } from 'node:crypto'
import type { onRequestHookHandler } from 'fastify'

/** The headers of every response, except that pages get another content security policy. */
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

const inlineScript = /<script(?![^>]*\ssrc=)[^>]*>([^]*?)<\/script>/g
const inlineStyle = /<style[^>]*>([^]*?)<\/style>/g

/** Returns a policy that allows inline scripts only by their hashes. */
export function contentSecurityPolicyFor(html: string): string {
  const scripts = hashParts(html, inlineScript)
  // Pages with scripts set style attributes, which need 'unsafe-inline'. Browsers ignore 'unsafe-inline' if the policy
  // also has a hash.
  const styles = scripts.length > 0 ? ["'unsafe-inline'"] : hashParts(html, inlineStyle)
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...scripts].join(' ')}`,
    `style-src ${["'self'", ...styles].join(' ')}`,
    "img-src 'self' blob: data:",
    "font-src 'self'",
    "media-src 'self'",
    // 'self' also allows the WebSocket, because it has the same origin.
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // Pages with scripts define the Trusted Types policy 'default' in an inline script (web/src/ui/head.tsx).
    `trusted-types ${scripts.length > 0 ? 'default' : "'none'"}`,
  ].join('; ')
}

function hashParts(html: string, part: RegExp) {
  const texts = [...html.matchAll(part)].map(([, text = '']) => text)
  return texts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
}
