import { z } from 'zod'
import type { Call } from '../call.ts'
import { callerOf } from '../caller.ts'
import { ask } from '../database.ts'
import { invalid, noSuchBucket } from '../errors.ts'
import { bucketIn } from '../names.ts'
import { read, refuseUnsupported } from '../read.ts'
import { bucketFields, bytesIn } from './bucket.ts'

const body = z.looseObject(bucketFields)

/** What was not sent stays: each value comes with whether it is meant. */
const change = `update storage.buckets set
    public = case when $2::boolean then $3::boolean else public end,
    file_size_limit = case when $4::boolean then $5::bigint else file_size_limit end,
    allowed_mime_types = case when $6::boolean
      then (select array_agg(t) from json_array_elements_text($7) as t) else allowed_mime_types end,
    updated_at = now()
  where id = $1 returning 'true'::json`

export const updateBucket: Call = {
  method: 'PUT',
  path: '/bucket/:bucket',
  answer: async (storage, request) => {
    const bucket = bucketIn(request)
    const given = read(body, request.body)
    refuseUnsupported(given)
    if (Object.keys(given).length === 0) throw invalid('Nothing is said of what to change.')
    const { public: isPublic, file_size_limit: size, allowed_mime_types: types } = given
    const isMeant = (value: unknown) => String(value !== undefined)
    const values = [
      bucket,
      String(isPublic !== undefined && isPublic !== null),
      String(isPublic ?? false),
      isMeant(size),
      bytesIn(size)?.toString() ?? null,
      isMeant(types),
      types ? JSON.stringify(types) : null,
    ]
    const caller = await callerOf(storage, request)
    const [changed = []] = await ask(storage, caller, [{ text: change, values }])
    if (changed.length === 0) throw noSuchBucket()
    return { message: 'Successfully updated' }
  },
}
