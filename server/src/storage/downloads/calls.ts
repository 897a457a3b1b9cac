import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { addressOf } from '../../http/address.ts'
import type { Call } from '../call.ts'
import { callerOf, guestOf } from '../caller.ts'
import { badLink, noSuchObject } from '../errors.ts'
import { targetIn } from '../names.ts'
import { findFor, findPublic } from '../objects/find.ts'
import { read, refuseUnsupported } from '../read.ts'
import { sendFile } from './send-file.ts'

/** The file as it is, and not another version or a smaller picture. */
function wantedIn(request: FastifyRequest) {
  refuseUnsupported(read(anyQuery, request.query))
  return targetIn(request)
}

const anyQuery = z.looseObject({})

const get = { method: 'GET', gives: 'bytes' } as const

/** As whoever asks. What lies in a public bucket is there for all of them. */
function downloadAt(path: string): Call {
  return {
    ...get,
    path,
    answer: async (storage, request, reply) => {
      const target = wantedIn(request)
      const caller = await callerOf(storage, request)
      const { who } = caller
      const find = async () => {
        const object = await findPublic(storage, who, target)
        if (object) return { object, isPublic: true }
        return { object: await findFor(storage, caller, target), isPublic: false }
      }
      return sendFile(storage, request, reply, { who, found: await find(), again: find })
    },
  }
}

const publicDownload: Call = {
  ...get,
  path: '/object/public/:bucket/*',
  answer: async (storage, request, reply) => {
    const target = wantedIn(request)
    const who = addressOf(request)
    const find = async () => {
      const object = await findPublic(storage, who, target)
      if (!object) throw noSuchObject()
      return { object, isPublic: true }
    }
    return sendFile(storage, request, reply, { who, found: await find(), again: find })
  },
}

const query = z.looseObject({ token: z.string() })

/** Each time it is asked whether its maker may still see the object. */
const linkedDownload: Call = {
  ...get,
  path: '/object/sign/:bucket/*',
  answer: async (storage, request, reply) => {
    const target = wantedIn(request)
    const { token } = read(query, request.query)
    const { identity, id } = await storage.links.checkDownload(target, token)
    const guest = guestOf(storage, request, identity)
    const find = async () => {
      const object = await findFor(storage, guest, target)
      if (object.id !== id) throw badLink('This link is for another file.')
      return { object, isPublic: false }
    }
    return sendFile(storage, request, reply, { who: guest.who, found: await find(), again: find })
  },
}

export const downloads: readonly Call[] = [
  downloadAt('/object/:bucket/*'),
  downloadAt('/object/authenticated/:bucket/*'),
  publicDownload,
  linkedDownload,
]
