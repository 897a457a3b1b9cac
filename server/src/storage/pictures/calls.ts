import type { Call } from '../call.ts'
import { asAnybody, asCaller, byLink, type Seek } from '../downloads/sought.ts'
import { measureIn } from './measure.ts'
import { sendPicture } from './send-picture.ts'

/** Who holds a link for one measure has no choice; who holds one for the file has all that there are. */
function pictureAt(path: string, seek: Seek): Call {
  return {
    method: 'GET',
    gives: 'bytes',
    path,
    answer: async (storage, request, reply) => {
      const sought = await seek(storage, request)
      const measure = sought.measure ?? measureIn(request.query, storage.pictureSizes)
      return sendPicture(storage, request, reply, {
        ...sought,
        measure,
        isBound: sought.measure !== undefined,
      })
    },
  }
}

export const pictures: readonly Call[] = [
  pictureAt('/render/image/authenticated/:bucket/*', asCaller),
  pictureAt('/render/image/public/:bucket/*', asAnybody),
  pictureAt('/render/image/sign/:bucket/*', byLink),
]
