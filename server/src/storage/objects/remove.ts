import { z } from 'zod'
import type { Call } from '../call.ts'
import { type Caller, callerOf } from '../caller.ts'
import { ask } from '../database.ts'
import { forbidden, notSupported, noSuchObject, tooManyNames } from '../errors.ts'
import { bucketIn, targetIn } from '../names.ts'
import type { Storage } from '../parts.ts'
import { read, refuseUnsupported } from '../read.ts'
import { asJson, objectRow } from './object.ts'

const visible = `select 'true'::json from storage.objects
  where bucket_id = $1 and name = any (array(select json_array_elements_text($2)))`
const removal = `delete from storage.objects as o
  where o.bucket_id = $1 and o.name = any (array(select json_array_elements_text($2)))
  returning ${asJson('o')}`

async function removeNamed(storage: Storage, caller: Caller, bucket: string, names: string[]) {
  const values = [bucket, JSON.stringify(names)]
  const [seen = [], removed = []] = await ask(storage, caller, [
    { text: visible, values },
    { text: removal, values },
  ])
  return { seen, removed: removed.map((row) => objectRow.parse(row)) }
}

const query = z.looseObject({})

export const removeOne: Call = {
  method: 'DELETE',
  path: '/object/:bucket/*',
  answer: async (storage, request) => {
    refuseUnsupported(read(query, request.query))
    const { bucket, name } = targetIn(request)
    const caller = await callerOf(storage, request)
    const { seen, removed } = await removeNamed(storage, caller, bucket, [name])
    if (removed.length > 0) return { message: 'Successfully deleted' }
    throw seen.length > 0 ? forbidden() : noSuchObject()
  },
}

const entry = z.union([z.string().max(1024), z.object({ path: z.string(), versionId: z.string() })])
const mostNames = 20_000
const body = z.object({ prefixes: z.array(entry).min(1) })

/** What is not there, or not theirs, is left out of the answer. */
export const removeMany: Call = {
  method: 'DELETE',
  path: '/object/:bucket',
  // Names are longer than this by exception.
  most: mostNames * 200,
  answer: async (storage, request) => {
    const bucket = bucketIn(request)
    const { prefixes } = read(body, request.body)
    if (prefixes.length > mostNames) throw tooManyNames(mostNames)
    const names = prefixes.map((one) => {
      if (typeof one !== 'string') throw notSupported('Versions of objects are')
      return one.replaceAll('\u0000', '')
    })
    const caller = await callerOf(storage, request)
    return (await removeNamed(storage, caller, bucket, names)).removed
  },
}
