// Describes an upload whose headers are parsed and whose file is received next.
import type { FastifyRequest } from 'fastify'
import type { UploadMetadata } from './upload-metadata.ts'
import type { WriteTarget, WrittenFile } from './write-file.ts'

export interface ReceivedFile extends WrittenFile {
  upload: UploadMetadata
}

/** The client's description of a file, which may differ from the file itself. */
export interface DeclaredFile {
  upload: UploadMetadata
  /** The size in bytes, or undefined if the client does not announce the size. */
  size: number | undefined
}

/** An upload whose file is not yet read. */
export interface IncomingUpload {
  declared: DeclaredFile
  receive: (target: WriteTarget) => Promise<ReceivedFile>
  /** Stops reading, so that the rest of the body can be drained. */
  close: () => void
}

export function contentLengthOf({ headers }: FastifyRequest) {
  const length = headers['content-length']
  return length === undefined ? undefined : Number(length)
}
