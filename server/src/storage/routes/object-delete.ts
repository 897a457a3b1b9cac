// DELETE /object/:bucket/* removes one object, and DELETE /object/:bucket removes several.
import { z } from 'zod'
import { authenticate, type Caller } from '../caller.ts'
import { queryAs } from '../database.ts'
import { noSuchObject, notSupported } from '../errors.ts'
import { bucketIdIn, checkNameCount, objectPathIn } from '../names.ts'
import { objectJson, objectRow } from '../objects/stored-object.ts'
import { parseInput, refuseUnsupported } from '../parse-input.ts'
import type { Route, StorageDependencies } from '../storage-dependencies.ts'

const anyQuery = z.looseObject({})

export const removeObject: Route = {
  method: 'DELETE',
  path: '/object/:bucket/*',
  operation: 'storage.object.delete',
  handler: async (storage, request) => {
    refuseUnsupported(parseInput(anyQuery, request.query))
    const { bucket, name } = objectPathIn(request)
    const caller = await authenticate(storage, request)
    const removed = await removeByNames(storage, caller, bucket, [name])
    if (removed.length === 0) throw noSuchObject()
    return { message: 'Successfully deleted' }
  },
}

const prefix = z.union([
  z.string().max(1024),
  z.object({ path: z.string(), versionId: z.string() }),
])
const bulkBody = z.object({ prefixes: z.array(prefix).min(1) })

/** The response leaves out objects that do not exist or that the caller may not remove. */
export const removeObjects: Route = {
  method: 'DELETE',
  path: '/object/:bucket',
  operation: 'storage.object.delete_many',
  handler: async (storage, request) => {
    const bucket = bucketIdIn(request)
    const { prefixes } = parseInput(bulkBody, request.body)
    checkNameCount(prefixes)
    const names = prefixes.map((name) => {
      if (typeof name !== 'string') throw notSupported('Versions of objects are')
      return name.replaceAll('\u0000', '')
    })
    const caller = await authenticate(storage, request)
    return removeByNames(storage, caller, bucket, names)
  },
}

const deleteObjects = `delete from storage.objects as o
  where o.bucket_id = $1 and o.name = any (array(select json_array_elements_text($2)))
  returning ${objectJson('o')}`

async function removeByNames(
  storage: StorageDependencies,
  caller: Caller,
  bucket: string,
  names: string[],
) {
  const values = [bucket, JSON.stringify(names)]
  const [removed = []] = await queryAs(storage, caller, [{ text: deleteObjects, values }])
  return removed.map((row) => objectRow.parse(row))
}
