// POST /bucket/:bucket/empty
import { authenticate } from '../caller.ts'
import { becomeServer, queryAs } from '../database.ts'
import { forbidden, noSuchBucket } from '../errors.ts'
import { bucketIdIn } from '../names.ts'
import type { Route } from '../storage-dependencies.ts'

const selectVisible = `select 'true'::json from storage.buckets where id = $1`
// Only callers who may change a bucket may empty it. This update changes nothing and only tests that right.
const touchBucket = `update storage.buckets set updated_at = updated_at where id = $1 returning 'true'::json`
// Objects are removed in batches, because each deleted row also adds an outbox row to remove the file.
const deleteBatch = `delete from storage.objects where id in (
  select id from storage.objects where bucket_id = $1 limit 1000) returning 'true'::json`
const selectAny = `select 'true'::json from storage.objects where bucket_id = $1 limit 1`

/** The text comes from Supabase. On this server, the bucket is empty when the response is sent. */
const response = { message: 'Empty bucket has been queued. Completion may take up to an hour.' }

export const emptyBucket: Route = {
  method: 'POST',
  path: '/bucket/:bucket/empty',
  handler: async (storage, request) => {
    const values = [bucketIdIn(request)]
    const caller = await authenticate(storage, request)
    const [visible = [], touched = []] = await queryAs(storage, caller, [
      { text: selectVisible, values },
      { text: touchBucket, values },
    ])
    if (visible.length === 0) throw noSuchBucket()
    if (touched.length === 0) throw forbidden()
    for (;;) {
      // The server's role checks for remaining objects, because the caller may not see every object.
      const [removed = [], , rest = []] = await queryAs(storage, caller, [
        { text: deleteBatch, values },
        becomeServer,
        { text: selectAny, values },
      ])
      if (rest.length === 0) return response
      if (removed.length === 0) throw forbidden()
    }
  },
}
