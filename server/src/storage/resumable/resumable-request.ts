// Identifies the caller and the target of a request for a resumable upload.
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { authenticate, type Caller, callerFor, networkKeyOf } from '../caller.ts'
import { badLink, invalid } from '../errors.ts'
import { checkedBucketId, checkedObjectName, type ObjectPath } from '../names.ts'
import type { FileRules } from '../objects/file-rules.ts'
import { unknownType } from '../objects/media-type.ts'
import type { StorageDependencies } from '../storage-dependencies.ts'
import type { DeclaredFile } from '../uploads/incoming-upload.ts'
import { type Upload, type UploadMode, wantsUpsert } from '../uploads/upload.ts'
import { metadataInForm } from '../uploads/upload-metadata.ts'

export type UploadFields = Record<string, string | null>

export interface ResumableRequest {
  /** The name of the folder that contains the caller's partial uploads. */
  owner: string
  /** The key in the queue for uploads. */
  queueKey: string
  /** The upload's id from the end of the URL, or undefined if the request creates an upload. */
  id: string | undefined
  /** Throws if a link is for another file. */
  resolveUpload: (target: ObjectPath, storedMode?: UploadMode) => Promise<Upload>
  /** The rules of the file, which are set after the upload is authorized. */
  rules?: FileRules
  /** The error that ended the request. */
  failure?: Error
}

/** Returns the request of a caller with a token. */
export async function requestByToken(
  storage: StorageDependencies,
  request: FastifyRequest,
  id: string | undefined,
): Promise<ResumableRequest> {
  const caller = await authenticate(storage, request)
  const { sub, role } = caller.identity
  const visitor = role === 'service_role' ? role : networkKeyOf(request)
  const mode = wantsUpsert(request) ? 'upsert' : 'insert'
  return {
    owner: hashOf(sub ?? visitor),
    queueKey: caller.queueKey,
    id,
    resolveUpload: async (target, storedMode) => ({ caller, target, mode: storedMode ?? mode }),
  }
}

/** Returns the request of a client with a signed link, whose token is in a header. */
export async function requestByLink(
  storage: StorageDependencies,
  request: FastifyRequest,
  id: string | undefined,
): Promise<ResumableRequest> {
  const token = request.headers['x-signature']
  if (typeof token !== 'string') throw badLink('Missing x-signature header')
  const network = networkKeyOf(request)
  // All links of a user share the quota of that user.
  const maker = await storage.links.makerOfUpload(token)
  const owner = hashOf(maker.sub ?? (maker.role === 'service_role' ? maker.role : network))
  // A link gives access only to the uploads of its own file.
  const started = id === undefined ? undefined : await storage.partialUploads.find({ owner, id })
  if (started) await storage.links.verifyUpload(targetIn(started.metadata), token)
  return {
    owner,
    queueKey: network,
    id,
    resolveUpload: async (target) => {
      const { identity, upsert } = await storage.links.verifyUpload(target, token)
      const caller: Caller = callerFor(storage, request, identity)
      return { caller, target, mode: upsert ? 'upsert' : 'insert' }
    },
  }
}

function hashOf(text: string) {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

export function targetIn({ bucketName, objectName }: UploadFields): ObjectPath {
  if (!bucketName || !objectName) {
    throw invalid('Upload-Metadata needs bucketName and objectName.')
  }
  return { bucket: checkedBucketId(bucketName), name: checkedObjectName(objectName) }
}

/** Parses the fields of the Upload-Metadata header. */
export function declaredFile(fields: UploadFields, size: number | undefined): DeclaredFile {
  const given = new Map<string, string>()
  for (const name of ['contentType', 'cacheControl', 'metadata']) {
    const value = fields[name]
    if (typeof value === 'string' && value !== '') given.set(name, value)
  }
  return { upload: metadataInForm({ headers: {} }, { fields: given, type: unknownType }), size }
}
