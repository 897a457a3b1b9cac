// Redirects the browser to a page with the result of a sign-in. The only allowed targets are the web app and the URLs
// that the operator lists. A redirect to any other target could give the session to a stranger.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AuthSettings } from './auth-dependencies.ts'
import { fromDatabaseError } from './error-response.ts'
import { AuthError } from './errors.ts'
import { parse } from './parse-request.ts'
import type { SessionResponse } from './sessions/start-session.ts'

const redirectQuery = z.object({ redirect_to: z.string().max(2000).optional() })

/** Returns the page to open after the sign-in, or undefined if the client named none. */
export function requestedRedirect(settings: AuthSettings, request: FastifyRequest) {
  const { redirect_to: requested } = parse(redirectQuery, request.query)
  return requested ? allowedRedirect(settings, requested) : undefined
}

/** Returns the requested URL if it is allowed, and otherwise the start page of the web app. */
export function allowedRedirect(
  { site, redirects }: Pick<AuthSettings, 'site' | 'redirects'>,
  requested: string | undefined,
): string {
  const target = requested === undefined ? undefined : parseUnambiguousUrl(requested)
  const allowed = [site, ...redirects].some((base) => target && isBelow(target, new URL(base)))
  return target && allowed ? target.href : `${site}/`
}

/**
 * Returns undefined for unsafe URLs. Schemes such as javascript: are unsafe. Backslashes, whitespace, control
 * characters and credentials are unsafe too, because URL parsers interpret them differently.
 */
function parseUnambiguousUrl(text: string) {
  if (/[\\\s\p{Cc}]/u.test(text) || !URL.canParse(text)) return undefined
  const url = new URL(text)
  const isWeb = /^https?:\/\/[^/?#@]+(?:[/?#]|$)/iu.test(text)
  const isApp = !/^(?:https?|javascript|data|file|blob|about|vbscript|ftp|wss?):/iu.test(text)
  return (isWeb || isApp) && url.username === '' && url.password === '' ? url : undefined
}

function isBelow(target: URL, base: URL) {
  if (target.protocol !== base.protocol || target.host !== base.host) return false
  const folder = base.pathname.endsWith('/') ? base.pathname : `${base.pathname}/`
  return target.pathname === base.pathname || target.pathname.startsWith(folder) || folder === '/'
}

export function redirectToPage(reply: FastifyReply, page: URL) {
  return reply.header('cache-control', 'no-store').redirect(page.href, 303)
}

/**
 * With PKCE, the result is a code for the browser that started the sign-in. Without PKCE, the result is the session.
 */
export type SignInResult = { code: string } | { session: SessionResponse; type?: string }

export function withResult(page: URL, result: SignInResult) {
  if ('code' in result) {
    page.searchParams.set('code', result.code)
    return page
  }
  const { session, type } = result
  const { user: _user, ...tokens } = session
  page.hash = new URLSearchParams({ ...toStrings(tokens), ...(type ? { type } : {}) }).toString()
  return page
}

export function withError(page: URL, error: unknown) {
  const refusal = fromDatabaseError(error)
  if (!(refusal instanceof AuthError)) throw error
  const parameters = {
    error: refusal.status >= 500 ? 'server_error' : 'access_denied',
    error_code: refusal.code,
    error_description: refusal.message,
  }
  page.hash = new URLSearchParams(parameters).toString()
  for (const [name, value] of Object.entries(parameters)) page.searchParams.set(name, value)
  return page
}

function toStrings(values: Record<string, string | number>) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))
}

/** Builds a query string from all values that are not empty. */
export function toQuery(values: Record<string, string | null | undefined>) {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) if (value) query.set(name, value)
  return query
}
