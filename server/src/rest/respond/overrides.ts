// What a function of the database set for its answer: response.status and response.headers.
import { z } from 'zod'
import { type AnswerHeaders, answerHeaders } from '../../http/answer-headers.ts'
import { readJson } from '../../http/json.ts'
import { RestError } from '../errors.ts'
import type { Answer } from './answer.ts'

const headerList = z.array(answerHeaders)

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

function readHeaders(text: string): AnswerHeaders {
  const list = headerList.safeParse(readJson(text))
  if (list.success) return joined(list.data.flatMap((header) => Object.entries(header)))
  throw new RestError(
    500,
    'PGRST111',
    'response.headers guc must be a JSON array composed of objects with a single key and a string value',
  )
}

function joined(headers: [name: string, value: string][]): AnswerHeaders {
  const byName = Map.groupBy(headers, ([name]) => name.toLowerCase())
  return Object.fromEntries(
    [...byName].map(([name, all]) => {
      const values = all.map(([, value]) => value)
      return [name, values.length > 1 ? values : (values[0] ?? '')]
    }),
  )
}
