import type { Call } from '../call.ts'
import { callerOf } from '../caller.ts'
import { ask } from '../database.ts'
import { noSuchBucket } from '../errors.ts'
import { bucketIn } from '../names.ts'
import { asJson } from './bucket.ts'

const one = `select ${asJson} from storage.buckets b where b.id = $1`

export const getBucket: Call = {
  method: 'GET',
  path: '/bucket/:bucket',
  answer: async (storage, request) => {
    const bucket = bucketIn(request)
    const caller = await callerOf(storage, request)
    const [[row] = []] = await ask(storage, caller, [{ text: one, values: [bucket] }])
    if (row === undefined) throw noSuchBucket()
    return row
  },
}
