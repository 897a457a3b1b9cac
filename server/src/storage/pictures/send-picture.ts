// A picture to measure on its way out, with the rights and the headers of its file.
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Part } from '../../files/file-store.ts'
import { endOf } from '../downloads/deliver.ts'
import { sendBytes } from '../downloads/send-bytes.ts'
import { sendWhole } from '../downloads/send-file.ts'
import type { Found, Sought } from '../downloads/sought.ts'
import { untilSent } from '../downloads/until-sent.ts'
import { lostFile, noPicture } from '../errors.ts'
import { type ObjectRow, storedOf } from '../objects/object.ts'
import type { Storage } from '../parts.ts'
import { typeByBytes, unsaid } from '../uploads/sniff.ts'
import { bareType } from '../uploads/type.ts'
import { inWords, type Measure } from './measure.ts'
import type { Source } from './pictures.ts'
import { pictureFormatOf } from './reading.ts'
import { nameOf, type Wanted, wantedOf } from './wanted.ts'

/** It is not read here: who asks for a small one gets it as it is. */
const asItIs = 'image/avif'

interface Wish extends Sought {
  measure: Measure
  /** Its link is for this measure, and for nothing more. */
  isBound: boolean
}

export async function sendPicture(
  storage: Storage,
  request: FastifyRequest,
  reply: FastifyReply,
  { who, find, measure, isBound }: Wish,
): Promise<FastifyReply> {
  const send = async (found: Found) => {
    const { mimetype } = storedOf(found.object)
    if (mimetype === asItIs && !isBound) return sendWhole(storage, request, reply, { found, who })
    const origin = await formatOf(storage, found.object)
    if (!origin) return false
    const { accept } = request.headers
    const largest = Math.max(...storage.pictureSizes)
    const wanted = wantedOf({ measure, origin, accept, largest })
    reply.header('x-transformations', inWords(measure))
    const source = sourceOf(found.object)
    return sendBytes(storage, request, reply, {
      found,
      who,
      eTag: eTagOf(source, wanted),
      varies: measure.format === undefined ? ['Accept'] : [],
      body: () => bodyOf(storage, reply, { source, wanted, who }),
    })
  }
  return untilSent(reply, find, send)
}

/** Undefined where its bytes would say and are gone. */
async function formatOf({ files }: Storage, { metadata, version }: ObjectRow) {
  const { mimetype, size } = storedOf({ metadata })
  const isSaid = bareType(mimetype) !== unsaid
  const type = isSaid ? mimetype : await typeByBytes(files, version ?? '', size)
  if (type === undefined) return undefined
  const format = pictureFormatOf(type)
  if (!format) throw noPicture(mimetype)
  return format
}

function sourceOf(object: ObjectRow): Source {
  if (object.version === null) throw lostFile(object.id)
  return { version: object.version, size: storedOf(object).size }
}

/** Known before it is made. */
function eTagOf({ version }: Source, wanted: Wanted) {
  const sum = createHash('sha256')
    .update(`${version}-${nameOf(wanted)}`)
    .digest('hex')
  return `"${sum.slice(0, 32)}"`
}

interface Asked {
  source: Source
  wanted: Wanted
  who: string
}

async function bodyOf({ pictures }: Storage, reply: FastifyReply, { source, wanted, who }: Asked) {
  const { signal: leaving, forget } = endOf(reply)
  try {
    const size = await pictures.prepare(source, wanted, { who, leaving })
    if (size === undefined) return undefined
    const open = (part: Part | undefined) => pictures.open(source, wanted, part)
    return { type: `image/${wanted.format}`, size, open }
  } finally {
    forget()
  }
}
