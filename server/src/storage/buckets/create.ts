import { z } from 'zod'
import type { Call } from '../call.ts'
import { callerOf, ownerIn } from '../caller.ts'
import { ask } from '../database.ts'
import { notSupported } from '../errors.ts'
import { newBucket } from '../names.ts'
import { read, refuseUnsupported } from '../read.ts'
import { bucketFields, bytesIn } from './bucket.ts'

const body = z.looseObject({
  id: z.string().nullish(),
  name: z.string(),
  type: z.string().nullish(),
  ...bucketFields,
})

const insert = `insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types, owner, owner_id)
  values ($1, $2, $3::boolean, $4::bigint,
    (select array_agg(t) from json_array_elements_text($5) as t), $6::uuid, $6)`

export const createBucket: Call = {
  method: 'POST',
  path: '/bucket',
  answer: async (storage, request) => {
    const given = read(body, request.body)
    refuseUnsupported(given)
    if (given.type && given.type !== 'STANDARD') throw notSupported(`${given.type} buckets are`)
    const name = newBucket(given.name)
    const id = newBucket(given.id ?? name)
    const types = given.allowed_mime_types
    const caller = await callerOf(storage, request)
    const values = [
      id,
      name,
      String(given.public ?? false),
      bytesIn(given.file_size_limit)?.toString() ?? null,
      types ? JSON.stringify(types) : null,
      ownerIn(caller.identity),
    ]
    await ask(storage, caller, [{ text: insert, values }])
    return { name: id }
  },
}
