// POST /object/upload/sign/:bucket/* signs an upload link, and PUT at the same path uploads a file with the link.
import { z } from 'zod'
import { authenticate, callerFor } from '../caller.ts'
import { objectPathIn } from '../names.ts'
import { parseInput } from '../parse-input.ts'
import type { Route } from '../storage-dependencies.ts'
import { authorizeUpload, uploadFile, wantsUpsert } from '../uploads/upload.ts'

export const signUpload: Route = {
  method: 'POST',
  path: '/object/upload/sign/:bucket/*',
  operation: 'storage.object.sign_upload_url',
  handler: async (storage, request) => {
    const target = objectPathIn(request)
    const caller = await authenticate(storage, request)
    const upsert = wantsUpsert(request)
    await authorizeUpload(storage, { caller, target, mode: upsert ? 'upsert' : 'insert' })
    const token = await storage.links.signUpload(target, caller.identity, upsert)
    const url = `/object/upload/sign/${target.bucket}/${target.name}?token=${token}`
    return { url, token }
  },
}

const linkQuery = z.object({ token: z.string() })

export const uploadByLink: Route = {
  method: 'PUT',
  path: '/object/upload/sign/:bucket/*',
  operation: 'storage.object.upload_signed',
  readsBody: true,
  handler: async (storage, request) => {
    const target = objectPathIn(request)
    const { token } = parseInput(linkQuery, request.query)
    const { identity, upsert } = await storage.links.verifyUpload(target, token)
    const caller = callerFor(storage, request, identity)
    return uploadFile(storage, request, { caller, target, mode: upsert ? 'upsert' : 'insert' })
  },
}
