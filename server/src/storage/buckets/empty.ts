import type { Call } from '../call.ts'
import { callerOf } from '../caller.ts'
import { ask } from '../database.ts'
import { forbidden, noSuchBucket } from '../errors.ts'
import { bucketIn } from '../names.ts'

const seen = `select 'true'::json from storage.buckets where id = $1`
// In steps: each row has a file that goes after it.
const some = `delete from storage.objects where id in (
  select id from storage.objects where bucket_id = $1 limit 1000) returning 'true'::json`
const rest = `select 'true'::json from storage.objects where bucket_id = $1 limit 1`

export const emptyBucket: Call = {
  method: 'POST',
  path: '/bucket/:bucket/empty',
  answer: async (storage, request) => {
    const bucket = bucketIn(request)
    const caller = await callerOf(storage, request)
    const values = [bucket]
    for (;;) {
      const [found = [], removed = [], left = []] = await ask(storage, caller, [
        { text: seen, values },
        { text: some, values },
        { text: rest, values },
      ])
      if (found.length === 0) throw noSuchBucket()
      if (left.length === 0) return { message: 'Successfully emptied' }
      if (removed.length === 0) throw forbidden()
    }
  },
}
