// Checks rights and file rules when a TUS upload starts, before each part, and when the file is stored.
import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { MemoryLocker, Server, type Upload as TusUpload } from '@tus/server'
import { noSuchUpload, StorageError } from '../errors.ts'
import { checkSize } from '../objects/file-rules.ts'
import type { StorageDependencies } from '../storage-dependencies.ts'
import { finalizeUpload } from '../uploads/finalize-upload.ts'
import { authorizeUpload, commitUpload, type UploadMode } from '../uploads/upload.ts'
import { writeStreamToFile } from '../uploads/write-file.ts'
import { keyOfText, PartialUploadStore, textOfKey } from './data-store.ts'
import {
  declaredFile,
  type ResumableRequest,
  targetIn,
  type UploadFields,
} from './resumable-request.ts'

export const resumablePath = '/upload/resumable'

/** `contextOf` returns the caller and the target of a request. */
export function createTusServer(
  storage: StorageDependencies,
  contextOf: (request: object) => ResumableRequest,
) {
  const uploads = storage.partialUploads
  /** The uploads whose last byte has arrived and that are being stored now. */
  const storing = new Map<string, Promise<void>>()
  return new Server({
    path: resumablePath,
    datastore: new PartialUploadStore(uploads),
    locker: new MemoryLocker(),
    relativeLocation: true,
    getFileIdFromRequest: (request) => {
      const { owner, id } = contextOf(request)
      return id === undefined ? undefined : textOfKey({ owner, id })
    },
    generateUrl: (request, { id }) =>
      `/storage/v1${new URL(request.url).pathname.replace(/\/$/u, '')}/${keyOfText(id).id}`,
    namingFunction: (request) => textOfKey({ owner: contextOf(request).owner, id: randomUUID() }),
    onUploadCreate: async (request, { metadata: fields = {}, size }) => {
      const context = contextOf(request)
      const upload = await context.resolveUpload(targetIn(fields))
      const declared = declaredFile(fields, size)
      context.rules = await authorizeUpload(storage, upload, declared)
      return { metadata: { ...fields, upsert: String(upload.mode === 'upsert') } }
    },
    onIncomingRequest: async (request, text) => {
      // Wait while the file is being stored, so that a client that lost the response learns the result.
      await storing.get(text)?.catch(() => undefined)
      if (request.method !== 'PATCH') return
      const found = await uploads.find(keyOfText(text))
      if (!found) throw noSuchUpload()
      if (found.isStored) return
      const context = contextOf(request)
      const upload = await context.resolveUpload(targetIn(found.metadata), modeIn(found.metadata))
      const declared = declaredFile(found.metadata, found.size)
      context.rules = await authorizeUpload(storage, upload, declared)
    },
    onUploadFinish: async (request, upload) => {
      const { id } = upload
      // Two requests can send the last byte at the same time, but the server must store the file only once.
      const stored = storing.get(id) ?? storeUpload(storage, contextOf(request), upload)
      storing.set(id, stored)
      await stored.finally(() => storing.delete(id))
      return { headers: { 'Tus-Complete': '1' } }
    },
    onResponseError: (request, cause) => {
      // Errors of the TUS protocol are plain objects, which the TUS server sends itself.
      if (cause instanceof Error) contextOf(request).failure = cause
      return undefined
    },
  })
}

function modeIn({ upsert }: UploadFields): UploadMode {
  return upsert === 'true' ? 'upsert' : 'insert'
}

/** A refusal ends the upload, but after any other failure, the client can send the last byte again. */
async function storeUpload(
  storage: StorageDependencies,
  { rules, resolveUpload }: ResumableRequest,
  { id, metadata: fields = {} }: TusUpload,
) {
  const [key, uploads] = [keyOfText(id), storage.partialUploads]
  const partial = await uploads.find(key)
  if (!partial || partial.isStored || !rules) return
  const upload = await resolveUpload(targetIn(fields), modeIn(fields))
  const { queueKey } = upload.caller
  // The bytes are copied, because another request could still write to the partial upload while the file is checked.
  const receive = async (path: string) => {
    const onProgress = (size: number) => checkSize(rules, size)
    const source = createReadStream(uploads.pathOf(key))
    const written = await writeStreamToFile(path, source, { onProgress })
    return { ...written, upload: declaredFile(fields, partial.size).upload }
  }
  try {
    const file = await finalizeUpload(storage, { rules, queueKey, receive })
    await commitUpload(storage, upload, file)
  } catch (error) {
    if (error instanceof StorageError && error.status < 500) await uploads.remove(key)
    throw error
  }
  await uploads.markStored(key, partial)
}
