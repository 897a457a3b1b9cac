// The browser in which a sign-in was begun: a cookie for each, so that two tabs do not meet.
import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hashOf } from '../../keys/derived-keys.ts'
import type { AuthSettings } from '../settings.ts'

type Site = Pick<AuthSettings, 'site'>

const lasts = 600

interface Marked {
  state: string
  comesByForm: boolean | undefined
}

/**
 * Whoever comes back from a provider comes by a link, with which a browser sends cookies that are lax; or by a form of
 * the provider's, with which it sends only those that cross sites, and these only where they are encrypted.
 */
export function markBrowser(settings: Site, reply: FastifyReply, { state, comesByForm }: Marked) {
  const mark = randomBytes(32).toString('base64url')
  const isSecure = isHttps(settings)
  const sent = comesByForm && isSecure ? 'None' : 'Lax'
  const secure = isSecure ? '; Secure' : ''
  const cookie = `${nameFor(settings, state)}=${mark}; Path=/; Max-Age=${lasts}; HttpOnly; SameSite=${sent}${secure}`
  reply.header('set-cookie', cookie)
  return mark
}

/** The way is over. */
export function unmarkBrowser(settings: Site, reply: FastifyReply, state: string) {
  const secure = isHttps(settings) ? '; Secure' : ''
  const cookie = `${nameFor(settings, state)}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${secure}`
  reply.header('set-cookie', cookie)
}

export function browserOf(settings: Site, { headers }: FastifyRequest, state: string) {
  const name = nameFor(settings, state)
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
}

/** With this prefix nobody at a neighbouring name of the site can set it. */
function nameFor(settings: Site, state: string) {
  const prefix = isHttps(settings) ? '__Host-' : ''
  return `${prefix}sign-in-${hashOf(`cookie ${state}`).slice(0, 16)}`
}

function isHttps({ site }: Site) {
  return site.startsWith('https:')
}
