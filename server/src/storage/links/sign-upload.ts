import { z } from 'zod'
import type { Call } from '../call.ts'
import { callerAs, callerOf } from '../caller.ts'
import { targetIn } from '../names.ts'
import { read } from '../read.ts'
import { mayBegin } from '../uploads/permission.ts'
import { upload, wantsUpsert } from '../uploads/upload.ts'

export const signUpload: Call = {
  method: 'POST',
  path: '/object/upload/sign/:bucket/*',
  answer: async (storage, request) => {
    const target = targetIn(request)
    const caller = await callerOf(storage, request)
    const upsert = wantsUpsert(request)
    await mayBegin(storage, caller, target, upsert ? 'upsert' : 'insert')
    const token = await storage.links.forUpload(target, caller.identity, upsert)
    const url = `/object/upload/sign/${target.bucket}/${target.name}?token=${token}`
    return { url, token }
  },
}

const query = z.object({ token: z.string() })

export const uploadByLink: Call = {
  method: 'PUT',
  path: '/object/upload/sign/:bucket/*',
  takes: 'bytes',
  answer: async (storage, request) => {
    const target = targetIn(request)
    const { token } = read(query, request.query)
    const { identity, upsert } = await storage.links.checkUpload(target, token)
    const caller = callerAs(storage, request, identity)
    return upload(storage, request, { caller, target, mode: upsert ? 'upsert' : 'insert' })
  },
}
