// Sends a variant of an image, with the permissions and headers of its file.
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ByteRange } from '../../files/file-store.ts'
import { type Download, type FoundObject, sendLatest } from '../downloads/resolve-download.ts'
import { sendContent, sendOriginal } from '../downloads/send-file.ts'
import { watchForEnd } from '../downloads/stream-response.ts'
import { fileMissing, notTransformable } from '../errors.ts'
import { defaultClientType, detectStoredType, withoutParameters } from '../objects/media-type.ts'
import { fileMetadataOf, type ObjectRow } from '../objects/stored-object.ts'
import type { StorageDependencies } from '../storage-dependencies.ts'
import { imageFormatOf } from './decode-image.ts'
import {
  chooseVariant,
  type ImageTransform,
  type ImageVariant,
  transformHeader,
  variantName,
} from './image-transform.ts'
import type { SourceFile } from './image-variants.ts'

/** The server cannot decode AVIF files, so it sends them unchanged. */
const undecodedType = 'image/avif'

interface ImageDownload extends Download {
  transform: ImageTransform
  /** True if the link is for this variant only, so the original must not be sent. */
  isBoundToTransform: boolean
}

export async function sendImage(
  storage: StorageDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  { queueKey, find, transform, isBoundToTransform }: ImageDownload,
): Promise<FastifyReply> {
  const send = async (found: FoundObject) => {
    const { mimetype } = fileMetadataOf(found.object)
    if (mimetype === undecodedType && !isBoundToTransform) {
      return sendOriginal(storage, request, reply, { found, queueKey })
    }
    const origin = await formatOf(storage, found.object)
    if (!origin) return false
    const { accept } = request.headers
    const maxSide = Math.max(...storage.imageSizes)
    const variant = chooseVariant({ transform, origin, accept, maxSide })
    reply.header('x-transformations', transformHeader(transform))
    const source = sourceOf(found.object)
    return sendContent(storage, request, reply, {
      found,
      queueKey,
      eTag: eTagOf(source, variant),
      varyBy: transform.format === undefined ? ['Accept'] : [],
      content: () => prepareContent(storage, reply, { source, variant, queueKey }),
    })
  }
  return sendLatest(reply, find, send)
}

/** Resolves to undefined if the type has to be detected and the file is gone. */
async function formatOf({ files }: StorageDependencies, { metadata, version }: ObjectRow) {
  const { mimetype, size } = fileMetadataOf({ metadata })
  const isDeclared = withoutParameters(mimetype) !== defaultClientType
  const type = isDeclared ? mimetype : await detectStoredType(files, version ?? '', size)
  if (type === undefined) return undefined
  const format = imageFormatOf(type)
  if (!format) throw notTransformable(mimetype)
  return format
}

function sourceOf(object: ObjectRow): SourceFile {
  if (object.version === null) throw fileMissing(object.id)
  return { version: object.version, size: fileMetadataOf(object).size }
}

/** Returns the ETag without reading the variant, so a client with the variant gets a 304 even after an eviction. */
function eTagOf({ version }: SourceFile, variant: ImageVariant) {
  const hash = createHash('sha256')
    .update(`${version}-${variantName(variant)}`)
    .digest('hex')
  return `"${hash.slice(0, 32)}"`
}

interface ContentOptions {
  source: SourceFile
  variant: ImageVariant
  queueKey: string
}

async function prepareContent(
  { imageVariants, imageBudget }: StorageDependencies,
  reply: FastifyReply,
  { source, variant, queueKey }: ContentOptions,
) {
  const { signal: disconnected, stopWatching } = watchForEnd(reply)
  try {
    const size = await imageVariants.prepare(source, variant, {
      queueKey,
      budget: imageBudget,
      disconnected,
    })
    if (size === undefined) return undefined
    const open = (range: ByteRange | undefined) => imageVariants.open(source, variant, range)
    return { type: `image/${variant.format}`, size, open }
  } finally {
    stopWatching()
  }
}
