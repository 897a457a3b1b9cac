// Where a link in a mail may lead: to the web, or to an address that the operator named. Anywhere else would send
// a session to a stranger.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { read } from './read.ts'
import type { AuthSettings } from './settings.ts'

const query = z.object({ redirect_to: z.string().max(2000).optional() })

/** Where the client wants its user to land; undefined where it did not say. */
export function wantedRedirect(settings: AuthSettings, request: FastifyRequest) {
  const { redirect_to: wanted } = read(query, request.query)
  return wanted ? allowedRedirect(settings, wanted) : undefined
}

/** What was asked for if it is allowed, and the web's first page otherwise. */
export function allowedRedirect(
  { site, redirects }: Pick<AuthSettings, 'site' | 'redirects'>,
  wanted: string | undefined,
): string {
  const target = wanted === undefined ? undefined : plainUrl(wanted)
  const allowed = [site, ...redirects].some((place) => target && isBelow(target, new URL(place)))
  return target && allowed ? target.href : `${site}/`
}

/** Undefined for what different readers read differently: backslashes, spaces, controls, names before a host. */
function plainUrl(text: string) {
  if (/[\\\s\p{Cc}]/u.test(text) || !URL.canParse(text)) return undefined
  const url = new URL(text)
  const isWeb = /^https?:\/\/[^/?#@]+(?:[/?#]|$)/iu.test(text)
  const isApp = !/^(?:https?|javascript|data|file|blob|about|vbscript|ftp|wss?):/iu.test(text)
  return (isWeb || isApp) && url.username === '' && url.password === '' ? url : undefined
}

function isBelow(target: URL, place: URL) {
  if (target.protocol !== place.protocol || target.host !== place.host) return false
  const folder = place.pathname.endsWith('/') ? place.pathname : `${place.pathname}/`
  return target.pathname === place.pathname || target.pathname.startsWith(folder) || folder === '/'
}
