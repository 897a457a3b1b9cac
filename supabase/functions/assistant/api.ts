// Reads from the database with the caller's token, so that the database decides what the caller may read.
import { callerHeaders } from '../_shared/caller.ts'
import type { Context } from '../_shared/context.ts'
import { Refusal } from '../_shared/handler.ts'

export type Row = Record<string, unknown>
export type AssistantContext = Pick<Context, 'api'>
export type ReadRows = (path: string) => Promise<Row[]>

export function readerFor(request: Request, { api }: AssistantContext): ReadRows {
  const headers = callerHeaders(request)
  return async (path) => {
    const response = await api(`/rest/v1/${path}`, { headers }).catch(() => undefined)
    if (!response?.ok) throw refusalFor(response)
    return rowsOf(await response.json().catch(() => undefined))
  }
}

function refusalFor(response: Response | undefined) {
  const status = response?.status ?? 502
  if (status === 401) return new Refusal(401, 'Not authenticated')
  if (status === 403) return new Refusal(403, 'User not allowed')
  if (status !== 429 && status !== 503 && status !== 504) return unreadable()
  const after = response?.headers.get('retry-after') ?? '1'
  const message = 'Stats are unavailable right now. Try again soon.'
  return new Refusal(503, message, { 'retry-after': after })
}

/** Returns the refusal for failures that an immediate retry would not solve. */
export function unreadable() {
  return new Refusal(
    502,
    'Stats could not be read. If this happens again, contact the operator of this server.',
  )
}

function rowsOf(answer: unknown): Row[] {
  if (!Array.isArray(answer) || !answer.every(isRow)) throw unreadable()
  return answer
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null
}
