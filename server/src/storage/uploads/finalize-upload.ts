// Turns received bytes into a stored file, after checking their type and size.
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { checkImage, imageFormatOf } from '../images/decode-image.ts'
import { normalizeImage } from '../images/resize-image.ts'
import { checkSize, checkType, type FileRules } from '../objects/file-rules.ts'
import { detectType, unknownType, withCharset } from '../objects/media-type.ts'
import type { StorageDependencies } from '../storage-dependencies.ts'
import type { ReceivedFile } from './incoming-upload.ts'
import { digestFile, type FileDigest } from './write-file.ts'

export interface FinalizedFile {
  version: string
  metadata: Record<string, unknown>
  userMetadata: Record<string, unknown> | undefined
}

interface IncomingFile {
  rules: FileRules
  queueKey: string
  /** Writes the file to the given path. */
  receive: (path: string) => Promise<ReceivedFile>
}

export async function finalizeUpload(
  { files }: StorageDependencies,
  { rules, queueKey, receive }: IncomingFile,
): Promise<FinalizedFile> {
  const [receivedPath, normalizedPath] = [files.incomingPath(), files.incomingPath()]
  try {
    const received = await receive(receivedPath)
    const type = await checkedTypeOf(received, rules)
    const paths = { receivedPath, normalizedPath }
    const isNormalized = await prepareImage({ ...paths, type, rules, queueKey })
    const digest = isNormalized ? await digestFile(normalizedPath) : received
    checkSize(rules, digest.size)
    const version = randomUUID()
    await files.store(isNormalized ? normalizedPath : receivedPath, version)
    return {
      version,
      metadata: objectMetadata(received, type, digest),
      userMetadata: received.upload.userMetadata,
    }
  } finally {
    await Promise.all([rm(receivedPath, { force: true }), rm(normalizedPath, { force: true })])
  }
}

/** The rules have to allow both the declared and the detected type. */
async function checkedTypeOf({ head, upload }: ReceivedFile, rules: FileRules) {
  if (upload.type !== unknownType) checkType(rules, upload.type)
  const type = await detectType(head, { declared: upload.type, isStrict: rules.isTypeStrict })
  checkType(rules, type)
  return type
}

interface ImageFile {
  receivedPath: string
  normalizedPath: string
  type: string
  rules: FileRules
  queueKey: string
}

/** If the rules limit the width and height of an image, writes a normalized copy and returns true. */
async function prepareImage({ receivedPath, normalizedPath, type, rules, queueKey }: ImageFile) {
  if (!imageFormatOf(type)) return false
  if (rules.maxImageSide === undefined) {
    await checkImage(receivedPath)
    return false
  }
  await normalizeImage(receivedPath, {
    to: normalizedPath,
    type,
    maxSide: rules.maxImageSide,
    queueKey,
  })
  return true
}

/** Returns the metadata that Supabase keeps in the row of an object. */
function objectMetadata({ upload }: ReceivedFile, type: string, { size, sha256 }: FileDigest) {
  return {
    eTag: `"${sha256.slice(0, 32)}"`,
    size,
    mimetype: withCharset(type, upload.charset),
    cacheControl: upload.cacheControl,
    ...(upload.robots === undefined ? {} : { xRobotsTag: upload.robots }),
    lastModified: new Date().toISOString(),
    contentLength: size,
    httpStatusCode: 200,
    sha256,
  }
}
