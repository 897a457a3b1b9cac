import { callerHeaders } from '../_shared/caller.ts'
import type { Context } from '../_shared/context.ts'
import { Refusal } from '../_shared/handler.ts'
import { readJsonObject } from '../_shared/json.ts'

const procedure = '/rest/v1/rpc/asking_admin'

/** The database checks the caller's token and refuses callers who are not admins. */
export async function requireAdmin(request: Request, { api }: Context): Promise<string> {
  const headers = callerHeaders(request)
  headers.set('accept-profile', 'public')
  const response = await api(procedure, { headers }).catch(() => undefined)
  if (!response?.ok) throw await refusalFor(response)
  const id: unknown = await response.json().catch(() => undefined)
  if (typeof id !== 'string' || id === '') throw unable(502)
  return id
}

async function refusalFor(response: Response | undefined) {
  const status = response?.status
  if (status === 401) return new Refusal(401, 'Not authenticated')
  if (status === 403) {
    const body = await readJsonObject(response)
    const isHalfIn = body?.['code'] === 'second_factor_required'
    const message = 'User not allowed: log in with two-factor authentication first.'
    return new Refusal(403, isHalfIn ? message : 'User not allowed')
  }
  if (status !== 429 && status !== 503 && status !== 504) return unable(502)
  return unable(503, { 'retry-after': response?.headers.get('retry-after') ?? '1' })
}

function unable(status: number, headers?: Record<string, string>) {
  return new Refusal(status, 'Unable to verify admin role', headers)
}
