// /object/:bucket/* uploads and downloads one object.
import { authenticate } from '../caller.ts'
import {
  resolveByLink,
  type ResolveDownload,
  resolveForCaller,
  resolvePublic,
} from '../downloads/resolve-download.ts'
import { sendFile } from '../downloads/send-file.ts'
import { badLink } from '../errors.ts'
import { objectPathIn } from '../names.ts'
import type { Route } from '../storage-dependencies.ts'
import { uploadFile, wantsUpsert } from '../uploads/upload.ts'

export const uploadObject: Route = {
  method: 'POST',
  path: '/object/:bucket/*',
  operation: 'storage.object.upload',
  readsBody: true,
  handler: async (storage, request) => {
    const target = objectPathIn(request)
    const caller = await authenticate(storage, request)
    const mode = wantsUpsert(request) ? 'upsert' : 'insert'
    return uploadFile(storage, request, { caller, target, mode })
  },
}

export const replaceObject: Route = {
  method: 'PUT',
  path: '/object/:bucket/*',
  operation: 'storage.object.upload_update',
  readsBody: true,
  handler: async (storage, request) => {
    const target = objectPathIn(request)
    const caller = await authenticate(storage, request)
    return uploadFile(storage, request, { caller, target, mode: 'update' })
  },
}

export const downloadRoutes: readonly Route[] = [
  downloadRoute('/object/:bucket/*', 'authenticated', resolveForCaller),
  downloadRoute('/object/authenticated/:bucket/*', 'authenticated', resolveForCaller),
  downloadRoute('/object/public/:bucket/*', 'public', resolvePublic),
  downloadRoute('/object/sign/:bucket/*', 'signed', resolveByLink),
]

function downloadRoute(path: string, access: string, resolve: ResolveDownload): Route {
  return {
    method: 'GET',
    sendsFile: true,
    path,
    operation: `storage.object.get_${access}`,
    headOperation: access === 'authenticated' ? 'object.head_authenticated_info' : undefined,
    handler: async (storage, request, reply) => {
      const download = await resolve(storage, request)
      if (download.transform) throw badLink('This link is for a resized picture.')
      return sendFile(storage, request, reply, download)
    },
  }
}
