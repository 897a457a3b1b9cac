// POST /object/copy copies an object.
import { z } from 'zod'
import { authenticate } from '../caller.ts'
import { fileMissing } from '../errors.ts'
import { checkSize } from '../objects/file-rules.ts'
import { charsetOf, parseMediaType } from '../objects/media-type.ts'
import { fileMetadataOf, findObjectAs, type ObjectRow } from '../objects/stored-object.ts'
import { parseInput } from '../parse-input.ts'
import type { Route } from '../storage-dependencies.ts'
import { finalizeUpload } from '../uploads/finalize-upload.ts'
import { authorizeUpload, commitUpload, type UploadMode, wantsUpsert } from '../uploads/upload.ts'
import {
  checkedCacheControl,
  type UploadMetadata,
  userMetadataInHeader,
} from '../uploads/upload-metadata.ts'
import { fetchToFile } from '../uploads/write-file.ts'
import { moveBody, sourceAndTarget } from './object-move.ts'

const copyBody = moveBody.extend({
  copyMetadata: z.boolean().nullish(),
  metadata: z
    .object({
      cacheControl: z.string().max(100).optional(),
      mimetype: z.string().max(100).optional(),
    })
    .nullish(),
})

/** A copy has a separate file, so it takes the same steps as an upload. */
export const copyObject: Route = {
  method: 'POST',
  path: '/object/copy',
  operation: 'storage.object.copy',
  takesLong: true,
  handler: async (storage, request) => {
    const body = parseInput(copyBody, request.body)
    const { source, target } = sourceAndTarget(body)
    const caller = await authenticate(storage, request)
    const { queueKey } = caller
    const object = await findObjectAs(storage, caller, source)
    const sourceMetadata = fileMetadataOf(object)
    const mode: UploadMode = wantsUpsert(request) ? 'upsert' : 'insert'
    const upload = copiedMetadata(object, body, userMetadataInHeader(request))
    const declared = { upload, size: sourceMetadata.size }
    const rules = await authorizeUpload(storage, { caller, target, mode }, declared)
    return storage.uploadQueue.run(queueKey, async () => {
      const receive = async (path: string) => {
        const bytes = await storage.files.open(object.version ?? '', { size: sourceMetadata.size })
        if (!bytes) throw fileMissing(object.id)
        const onProgress = (size: number) => checkSize(rules, size)
        return { ...(await fetchToFile(path, bytes, { onProgress })), upload }
      }
      const file = await finalizeUpload(storage, { rules, queueKey, receive })
      const id = await commitUpload(storage, { caller, target, mode }, file)
      const { version, metadata } = file
      const row = { id, name: target.name, bucket_id: target.bucket, version, metadata }
      return { Id: id, Key: `${target.bucket}/${target.name}`, ...row }
    })
  },
}

function copiedMetadata(
  source: ObjectRow,
  { copyMetadata, metadata }: z.output<typeof copyBody>,
  userMetadata: UploadMetadata['userMetadata'],
): UploadMetadata {
  const { mimetype, cacheControl, xRobotsTag } = fileMetadataOf(source)
  const isCopied = copyMetadata !== false
  const type = metadata?.mimetype ?? mimetype
  return {
    type: parseMediaType(type),
    charset: charsetOf(type),
    cacheControl: checkedCacheControl(
      metadata?.cacheControl ?? (isCopied ? cacheControl : undefined),
    ),
    robots: isCopied ? xRobotsTag : undefined,
    userMetadata: userMetadata ?? (isCopied ? (source.user_metadata ?? undefined) : undefined),
  }
}
