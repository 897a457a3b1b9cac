import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { addressOf } from '../../http/address.ts'
import type { Call } from '../call.ts'
import { callerOf } from '../caller.ts'
import { noSuchObject } from '../errors.ts'
import { targetIn } from '../names.ts'
import { findFor, findLinked, findPublic } from '../objects/find.ts'
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
      const find = async () =>
        (await findPublic(storage, caller.who, target)) ?? (await findFor(storage, caller, target))
      return sendFile(storage, request, reply, { object: await find(), again: find })
    },
  }
}

const publicDownload: Call = {
  ...get,
  path: '/object/public/:bucket/*',
  answer: async (storage, request, reply) => {
    const target = wantedIn(request)
    const find = async () => {
      const object = await findPublic(storage, addressOf(request), target)
      if (!object) throw noSuchObject()
      return object
    }
    return sendFile(storage, request, reply, { object: await find(), again: find })
  },
}

const query = z.looseObject({ token: z.string() })

const linkedDownload: Call = {
  ...get,
  path: '/object/sign/:bucket/*',
  answer: async (storage, request, reply) => {
    const target = wantedIn(request)
    await storage.links.checkDownload(target, read(query, request.query).token)
    const find = () => findLinked(storage, addressOf(request), target)
    return sendFile(storage, request, reply, { object: await find(), again: find })
  },
}

export const downloads: readonly Call[] = [
  downloadAt('/object/:bucket/*'),
  downloadAt('/object/authenticated/:bucket/*'),
  publicDownload,
  linkedDownload,
]
