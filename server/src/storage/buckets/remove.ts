import type { Call } from '../call.ts'
import { callerOf } from '../caller.ts'
import { ask } from '../database.ts'
import { forbidden, noSuchBucket } from '../errors.ts'
import { bucketIn } from '../names.ts'

const seen = `select 'true'::json from storage.buckets where id = $1`
const removal = `delete from storage.buckets where id = $1 returning 'true'::json`

export const removeBucket: Call = {
  method: 'DELETE',
  path: '/bucket/:bucket',
  answer: async (storage, request) => {
    const values = [bucketIn(request)]
    const caller = await callerOf(storage, request)
    const [found = [], removed = []] = await ask(storage, caller, [
      { text: seen, values },
      { text: removal, values },
    ])
    if (removed.length > 0) return { message: 'Successfully deleted' }
    throw found.length > 0 ? forbidden() : noSuchBucket()
  },
}
