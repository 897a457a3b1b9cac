// POST /bucket/:bucket/empty removes all objects of a bucket.
import { authenticate } from '../caller.ts'
import { queryAs } from '../database.ts'
import { forbidden, noSuchBucket, serverOnly } from '../errors.ts'
import { bucketIdIn } from '../names.ts'
import type { Route } from '../storage-dependencies.ts'

const selectVisible = `select 'true'::json from storage.buckets where id = $1`
// Removes objects in batches, because each deleted row also adds a row to the outbox for the removal of its file.
const deleteBatch = `delete from storage.objects where id in (
  select id from storage.objects where bucket_id = $1 limit 1000) returning 'true'::json`
const selectAny = `select 'true'::json from storage.objects where bucket_id = $1 limit 1`

/** This is the text of Supabase, although this server has emptied the bucket already. */
const response = { message: 'Empty bucket has been queued. Completion may take up to an hour.' }

export const emptyBucket: Route = {
  method: 'POST',
  path: '/bucket/:bucket/empty',
  operation: 'storage.bucket.empty',
  takesLong: true,
  handler: async (storage, request) => {
    const values = [bucketIdIn(request)]
    const caller = await authenticate(storage, request)
    if (caller.identity.role !== 'service_role') throw serverOnly()
    const [visible = []] = await queryAs(storage, caller, [{ text: selectVisible, values }])
    if (visible.length === 0) throw noSuchBucket()
    for (;;) {
      const [removed = [], rest = []] = await queryAs(storage, caller, [
        { text: deleteBatch, values },
        { text: selectAny, values },
      ])
      if (rest.length === 0) return response
      if (removed.length === 0) throw forbidden()
    }
  },
}
