// The end of a way through a browser: a page, and in its address what came of it.
import type { FastifyReply } from 'fastify'
import { asAuthError } from './database-errors.ts'
import { AuthError } from './errors.ts'
import type { SessionAnswer } from './sessions/answer.ts'

export function leadOn(reply: FastifyReply, page: URL) {
  return reply.header('cache-control', 'no-store').redirect(page.href, 303)
}

/** For the browser that asked, a code; for any other, the session itself. */
export type Opened = { code: string } | { session: SessionAnswer; type?: string }

export function withOpened(page: URL, opened: Opened) {
  if ('code' in opened) {
    page.searchParams.set('code', opened.code)
    return page
  }
  const { session, type } = opened
  const { user: _user, ...told } = session
  page.hash = new URLSearchParams({ ...asTexts(told), ...(type ? { type } : {}) }).toString()
  return page
}

export function withRefusal(page: URL, error: unknown) {
  const refusal = asAuthError(error)
  if (!(refusal instanceof AuthError)) throw error
  const told = {
    error: refusal.status >= 500 ? 'server_error' : 'access_denied',
    error_code: refusal.code,
    error_description: refusal.message,
  }
  page.hash = new URLSearchParams(told).toString()
  for (const [name, value] of Object.entries(told)) page.searchParams.set(name, value)
  return page
}

function asTexts(values: Record<string, string | number>) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))
}
