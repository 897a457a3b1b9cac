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
    const sql = `select ${asJson} from storage.buckets b
      where position(lower($1) in lower(b.name)) > 0
      order by b.${sortColumn} ${sortOrder}, b.id limit ${limit} offset ${offset}`
    const caller = await callerOf(storage, request)
    const [rows = []] = await ask(storage, caller, [{ text: sql, values: [search] }])
    return rows
  },
}
