// Receives the file of an upload, as the whole request body or as one part of a form.
import type { FastifyRequest } from 'fastify'
import { uploadAborted } from '../errors.ts'
import { contentLengthOf, type IncomingUpload } from './incoming-upload.ts'
import { openFormUpload } from './receive-form.ts'
import { metadataInHeaders } from './upload-metadata.ts'
import { limitProgress, startTransferTimeout, writeStreamToFile } from './write-file.ts'

export async function openUpload(request: FastifyRequest): Promise<IncomingUpload> {
  const incoming = isForm(request) ? await openFormUpload(request) : openBodyUpload(request)
  return { ...incoming, receive: (target) => namingAbort(request, incoming.receive(target)) }
}

/** Throws uploadAborted() instead of the connection's error if the client disconnected. */
async function namingAbort<Result>({ raw }: FastifyRequest, work: Promise<Result>) {
  try {
    return await work
  } catch (error) {
    if (raw.readableAborted || raw.errored) throw uploadAborted()
    throw error
  }
}

function isForm({ headers }: FastifyRequest) {
  return /^multipart\/form-data\b/iu.test(headers['content-type'] ?? '')
}

function openBodyUpload(request: FastifyRequest): IncomingUpload {
  const upload = metadataInHeaders(request)
  return {
    declared: { upload, size: contentLengthOf(request) },
    receive: async ({ path, maxBytes }) => {
      const timeout = startTransferTimeout()
      const onProgress = limitProgress(maxBytes, timeout.restart)
      const written = writeStreamToFile(path, request.raw, { onProgress })
      try {
        return { ...(await Promise.race([written, timeout.expired])), upload }
      } finally {
        timeout.stop()
      }
    },
    close: () => {},
  }
}
