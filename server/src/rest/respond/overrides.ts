// What a function of the database set for its answer: response.status and response.headers.
import { z } from 'zod'
import { RestError } from '../errors.ts'
import type { Answer } from '../run/answer.ts'

const headerName = z.string().regex(/^[\w-]+$/u)
const headerValue = z.string().regex(/^[\t\x20-\x7e]*$/u)
const headerList = z.array(z.record(headerName, headerValue))

export function overrides({ status, headers }: Pick<Answer, 'status' | 'headers'>) {
  return {
    status: status === undefined ? undefined : readStatus(status),
    headers: headers === undefined ? {} : readHeaders(headers),
  }
}

function readStatus(text: string) {
  if (/^[2-5]\d\d$/u.test(text)) return Number(text)
  throw new RestError(500, 'PGRST112', 'response.status guc must be a valid status code')
}

function readHeaders(text: string): Record<string, string> {
  const list = headerList.safeParse(parse(text))
  if (list.success) return Object.fromEntries(list.data.flatMap((header) => Object.entries(header)))
  throw new RestError(
    500,
    'PGRST111',
    'response.headers guc must be a JSON array composed of objects with a single key and a string value',
  )
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
