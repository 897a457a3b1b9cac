import type { Call } from '../call.ts'
import { callerOf } from '../caller.ts'
import { targetIn } from '../names.ts'
import { upload, wantsUpsert } from '../uploads/upload.ts'

export const create: Call = {
  method: 'POST',
  path: '/object/:bucket/*',
  takes: 'bytes',
  answer: async (storage, request) => {
    const target = targetIn(request)
    const caller = await callerOf(storage, request)
    return upload(storage, request, {
      caller,
      target,
      mode: wantsUpsert(request) ? 'upsert' : 'insert',
    })
  },
}

export const replace: Call = {
  method: 'PUT',
  path: '/object/:bucket/*',
  takes: 'bytes',
  answer: async (storage, request) => {
    const target = targetIn(request)
    const caller = await callerOf(storage, request)
    return upload(storage, request, { caller, target, mode: 'update' })
  },
}
