// GET /render/image/…/:bucket/* sends a resized variant of an image.
import {
  resolveByLink,
  type ResolveDownload,
  resolveForCaller,
  resolvePublic,
} from '../downloads/resolve-download.ts'
import { parseTransform } from '../images/image-transform.ts'
import { sendImage } from '../images/send-image.ts'
import type { Route } from '../storage-dependencies.ts'

export const imageRoutes: readonly Route[] = [
  imageRoute('authenticated', resolveForCaller),
  imageRoute('public', resolvePublic),
  imageRoute('sign', resolveByLink),
]

/** A link for one variant allows only that variant, but a link for the file allows all variants. */
function imageRoute(access: string, resolve: ResolveDownload): Route {
  return {
    method: 'GET',
    sendsFile: true,
    path: `/render/image/${access}/:bucket/*`,
    operation: `storage.render.image_${access}`,
    handler: async (storage, request, reply) => {
      const download = await resolve(storage, request)
      const transform = download.transform ?? parseTransform(request.query, storage.imageSizes)
      const isBoundToTransform = download.transform !== undefined
      return sendImage(storage, request, reply, { ...download, transform, isBoundToTransform })
    },
  }
}
