// The content security policy of a built page: only the scripts that its file holds may run.
import { createHash } from 'node:crypto'

const inlineScript = /<script(?![^>]*\ssrc=)[^>]*>([^]*?)<\/script>/g
const inlineStyle = /<style[^>]*>([^]*?)<\/style>/g

export function policyFor(html: string): string {
  const scripts = hashesOf(html, inlineScript)
  // The app's parts set style attributes, which only 'unsafe-inline' allows; next to a hash it would
  // not count. A page without script has none of them.
  const styles = scripts.length > 0 ? ["'unsafe-inline'"] : hashesOf(html, inlineStyle)
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...scripts].join(' ')}`,
    `style-src ${["'self'", ...styles].join(' ')}`,
    "img-src 'self' blob: data:",
    "font-src 'self'",
    "media-src 'self'",
    // Of the same origin: requests and, since it counts as the same, the socket.
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function hashesOf(html: string, part: RegExp) {
  const texts = [...html.matchAll(part)].map(([, text = '']) => text)
  return texts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
}
