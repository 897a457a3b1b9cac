import type { Call } from '../call.ts'
import { badLink } from '../errors.ts'
import { sendFile } from './send-file.ts'
import { asAnybody, asCaller, byLink, type Seek } from './sought.ts'

function downloadAt(path: string, seek: Seek): Call {
  return {
    method: 'GET',
    gives: 'bytes',
    path,
    answer: async (storage, request, reply) => {
      const sought = await seek(storage, request)
      if (sought.measure) throw badLink('This link is for a picture that is made to measure.')
      return sendFile(storage, request, reply, sought)
    },
  }
}

export const downloads: readonly Call[] = [
  downloadAt('/object/:bucket/*', asCaller),
  downloadAt('/object/authenticated/:bucket/*', asCaller),
  downloadAt('/object/public/:bucket/*', asAnybody),
  downloadAt('/object/sign/:bucket/*', byLink),
]
