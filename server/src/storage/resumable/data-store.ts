// Connects the TUS protocol to the folder of partial uploads.
import type { Readable } from 'node:stream'
import { DataStore, Upload } from '@tus/server'
import {
  type PartialUploadKey,
  partialUploadLifetimeMs,
  type PartialUploads,
} from '../../files/partial-uploads.ts'
import { noSuchUpload } from '../errors.ts'
import { startTransferTimeout } from '../uploads/write-file.ts'
import { UploadQuota } from './upload-quota.ts'

/** Returns the key as the text that `@tus/server` uses as the id of an upload. */
export const textOfKey = ({ owner, id }: PartialUploadKey) => `${owner}/${id}`

export function keyOfText(text: string): PartialUploadKey {
  const [owner = '', id = ''] = text.split('/')
  return { owner, id }
}

export class PartialUploadStore extends DataStore {
  readonly #uploads: PartialUploads
  readonly #quota: UploadQuota
  override extensions = ['creation', 'creation-with-upload', 'expiration', 'termination']

  constructor(uploads: PartialUploads) {
    super()
    this.#uploads = uploads
    this.#quota = new UploadQuota(uploads)
  }

  override async create(upload: Upload) {
    const { size = 0, metadata = {} } = upload
    const createdAt = new Date().toISOString()
    const description = { size, metadata, createdAt, isStored: false }
    const key = keyOfText(upload.id)
    await this.#quota.create(key.owner, size, () => this.#uploads.create(key, description))
    upload.creation_date = createdAt
    return upload
  }

  override async write(stream: Readable, id: string, offset: number) {
    // A stored upload has no partial file any more, so the new bytes are ignored.
    if ((await this.#uploads.find(keyOfText(id)))?.isStored) return offset
    const timeout = startTransferTimeout()
    const target = { position: offset, onBytes: timeout.restart }
    try {
      return await Promise.race([
        this.#uploads.write(keyOfText(id), stream, target),
        timeout.expired,
      ])
    } finally {
      timeout.stop()
    }
  }

  override async getUpload(id: string) {
    const upload = await this.#uploads.find(keyOfText(id))
    if (!upload) throw noSuchUpload()
    const { size, metadata, createdAt, isStored, receivedBytes } = upload
    // A client takes an offset equal to the size as success. Until the file is stored, the offset is lower, so that the
    // client sends the last byte again.
    const offset = isStored ? size : Math.max(0, Math.min(receivedBytes, size - 1))
    return new Upload({ id, size, offset, metadata, creation_date: createdAt })
  }

  override async remove(id: string) {
    const key = keyOfText(id)
    if (!(await this.#uploads.find(key))) throw noSuchUpload()
    await this.#uploads.remove(key)
  }

  override getExpiration() {
    return partialUploadLifetimeMs
  }
}
