import type { Call } from '../call.ts'
import { callerOf } from '../caller.ts'
import { ask, asServer } from '../database.ts'
import { forbidden, noSuchBucket } from '../errors.ts'
import { bucketIn } from '../names.ts'

const seen = `select 'true'::json from storage.buckets where id = $1`
// Who empties a bucket can change it: asked by changing nothing.
const change = `update storage.buckets set updated_at = updated_at where id = $1 returning 'true'::json`
// In steps: each row has a file that goes after it.
const some = `delete from storage.objects where id in (
  select id from storage.objects where bucket_id = $1 limit 1000) returning 'true'::json`
const rest = `select 'true'::json from storage.objects where bucket_id = $1 limit 1`

/** The sentence that clients know. Here it is empty by then. */
const said = { message: 'Empty bucket has been queued. Completion may take up to an hour.' }

export const emptyBucket: Call = {
  method: 'POST',
  path: '/bucket/:bucket/empty',
  answer: async (storage, request) => {
    const bucket = bucketIn(request)
    const caller = await callerOf(storage, request)
    const values = [bucket]
    const [found = [], changed = []] = await ask(storage, caller, [
      { text: seen, values },
      { text: change, values },
    ])
    if (found.length === 0) throw noSuchBucket()
    if (changed.length === 0) throw forbidden()
    for (;;) {
      // What they do not see is in the bucket all the same.
      const [removed = [], , left = []] = await ask(storage, caller, [
        { text: some, values },
        asServer,
        { text: rest, values },
      ])
      if (left.length === 0) return said
      if (removed.length === 0) throw forbidden()
    }
  },
}
