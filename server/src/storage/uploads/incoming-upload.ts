// Describes an upload whose headers are parsed and whose file is received next.
import type { FastifyRequest } from 'fastify'
import type { UploadMetadata } from './upload-metadata.ts'
import type { WriteTarget, WrittenFile } from './write-file.ts'

export interface ReceivedFile extends WrittenFile {
  upload: UploadMetadata
}

/** The description of a file that the client sends before the file. The file itself may differ from its description. */
export interface DeclaredFile {
  upload: UploadMetadata
  /** The size of the file in bytes. It is undefined if the client does not announce the size. */
  size: number | undefined
}

/** An upload whose file is not yet read. */
export interface IncomingUpload {
  declared: DeclaredFile
  receive: (target: WriteTarget) => Promise<ReceivedFile>
  /** Stops reading. The rest of the body can then be drained. */
  close: () => void
}

export function contentLengthOf({ headers }: FastifyRequest) {
  const length = headers['content-length']
  return length === undefined ? undefined : Number(length)
}
