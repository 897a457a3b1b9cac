import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Call } from '../call.ts'
import { callerOf } from '../caller.ts'
import { ask } from '../database.ts'
import { read, text, wholeNumber } from '../read.ts'
import { asJson } from './bucket.ts'

const query = z.object({
  limit: wholeNumber(1, 1000).default(1000),
  offset: wholeNumber(0, 1_000_000).default(0),
  search: text.default(''),
  sortColumn: z.enum(['id', 'name', 'created_at', 'updated_at']).default('name'),
  sortOrder: z.enum(['asc', 'desc']).default('asc'),
})

export const listBuckets: Call = {
  method: 'GET',
  path: '/bucket',
  answer: async (storage, request) => {
    const { limit, offset, search, sortColumn, sortOrder } = read(query, request.query)
    const type = takesTypes(request) ? ` || '{"type": "STANDARD"}'` : ''
    const sql = `select ${asJson}${type} from storage.buckets b
      where position(lower($1) in lower(b.name)) > 0
      order by b.${sortColumn} ${sortOrder}, b.id limit ${limit} offset ${offset}`
    const caller = await callerOf(storage, request)
    const [rows = []] = await ask(storage, caller, [{ text: sql, values: [search] }])
    return rows
  },
}

/** storage3 for Python gave up on this field before 0.12.1, which came with supabase 2.18.0: so the original has it. */
function takesTypes({ headers }: FastifyRequest) {
  const storage3 = versionIn(headers['user-agent'], /supabase-py\/storage3 v(\d+)\.(\d+)\.(\d+)/iu)
  const supabase = versionIn(headers['x-client-info'], /supabase-py\/(\d+)\.(\d+)\.(\d+)/iu)
  return !isBefore(storage3, [0, 12, 1]) && !isBefore(supabase, [2, 18, 0])
}

function versionIn(told: string | string[] | undefined, form: RegExp) {
  return form.exec(String(told))?.slice(1).map(Number)
}

function isBefore(version: number[] | undefined, since: number[]) {
  const changed = version?.findIndex((number, at) => number !== since[at]) ?? -1
  return (version?.[changed] ?? 0) < (since[changed] ?? 0)
}
