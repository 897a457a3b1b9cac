// Keeps files in an S3 bucket under keys such as 3f/3f2a…. A PUT is atomic, so no partial files remain.
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { addAbortSignal, Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { hashFile } from '../file-system.ts'
import {
  type FileStore,
  FileStoreUnavailable,
  isVersion,
  type OpenOptions,
  type StoredFile,
} from './file-store.ts'
import { type IncomingFolder, openIncomingFolder } from './incoming-folder.ts'
import {
  defaultTimeouts,
  openClient,
  type S3Bucket,
  type S3Timeouts,
  sendWithTimeout,
  unexpectedResponse,
  unlessNoSuchKey,
} from './s3-client.ts'

const retryDelaysMs = [200, 1000]

/** The store sees no progress while the operating system sends its buffer, which has at most this size. */
const maxBufferedBytes = 4 * 1024 * 1024

export async function openS3Store(
  bucket: S3Bucket,
  dataFolder: string,
  timeouts = defaultTimeouts,
) {
  return new S3Store(bucket, await openIncomingFolder(dataFolder), timeouts)
}

export class S3Store implements FileStore {
  readonly #client: S3Client
  readonly #bucket: string
  readonly #incoming: IncomingFolder
  readonly #timeouts: S3Timeouts

  constructor(bucket: S3Bucket, incoming: IncomingFolder, timeouts: S3Timeouts) {
    this.#client = openClient(bucket)
    this.#bucket = bucket.name
    this.#incoming = incoming
    this.#timeouts = timeouts
  }

  incomingPath() {
    return this.#incoming.newPath()
  }

  removeIncoming(before: Date) {
    return this.#incoming.removeOlder(before)
  }

  async store(path: string, version: string) {
    const upload = { ...this.#at(version), path, size: (await stat(path)).size }
    const checksum = Buffer.from(await hashFile(path), 'hex').toString('base64')
    for (const delayMs of [...retryDelaysMs, undefined]) {
      try {
        return await this.#put({ ...upload, checksum })
      } catch (error) {
        const isFinal =
          delayMs === undefined || (error instanceof FileStoreUnavailable && error.isFull)
        if (isFinal) throw error
        await sleep(delayMs)
      }
    }
  }

  async open(version: string, { size, range }: OpenOptions): Promise<Readable | undefined> {
    const header = range && `bytes=${range.start}-${range.end}`
    const response = sendWithTimeout(this.#timeouts.responseMs, (abort) =>
      this.#client.send(new GetObjectCommand({ ...this.#at(version), Range: header }), abort),
    )
    const object = await unlessNoSuchKey(response)
    if (!object) return undefined
    const { Body: body, ContentLength: length, ContentRange: contentRange } = object
    if (!(body instanceof Readable)) throw unexpectedResponse('without bytes')
    const isExpected = range
      ? contentRange === `bytes ${range.start}-${range.end}/${size}`
      : contentRange === undefined && length === size
    if (isExpected) return body
    body.destroy()
    throw unexpectedResponse(`${contentRange ?? length} instead of ${header ?? size}`)
  }

  /** The whole file has to arrive within the response timeout. */
  async read(version: string, options: OpenOptions) {
    const body = await this.open(version, options)
    if (!body) return undefined
    return sendWithTimeout(this.#timeouts.responseMs, ({ abortSignal }) =>
      textOf(body, abortSignal),
    )
  }

  async findMissing(versions: readonly string[]) {
    const missing = new Set(versions)
    const [first, last] = [versions.at(0), versions.at(-1)]
    if (first === undefined || last === undefined) return []
    const end = this.#at(last).Key
    // S3 leaves out the given key itself, so the first key is passed without its last character.
    for await (const keys of this.#pages(this.#at(first).Key.slice(0, -1))) {
      for (const { key } of keys) missing.delete(key.slice(3))
      if ((keys.at(-1)?.key ?? '') >= end) break
    }
    return [...missing]
  }

  async remove(version: string) {
    await sendWithTimeout(this.#timeouts.responseMs, (abort) =>
      this.#client.send(new DeleteObjectCommand(this.#at(version)), abort),
    )
  }

  async *list(): AsyncGenerator<StoredFile[]> {
    for await (const keys of this.#pages()) {
      const files = keys.filter(({ key }) => key.charAt(2) === '/' && isVersion(key.slice(3)))
      yield files.map(({ key, changedAt }) => ({ version: key.slice(3), changedAt }))
    }
  }

  /** Reads a short text object that is in the same bucket but is not a stored file. */
  async readNote(name: string) {
    const response = sendWithTimeout(this.#timeouts.responseMs, async (abort) => {
      const note = new GetObjectCommand({ Bucket: this.#bucket, Key: name })
      return textOf((await this.#client.send(note, abort)).Body, abort.abortSignal)
    })
    return unlessNoSuchKey(response)
  }

  async writeNote(name: string, text: string) {
    const note = { Bucket: this.#bucket, Key: name, Body: text }
    await sendWithTimeout(this.#timeouts.responseMs, (abort) =>
      this.#client.send(new PutObjectCommand(note), abort),
    )
  }

  close() {
    this.#client.destroy()
  }

  /** Verifies the checksum of the upload, or the size if the service does not support checksums. */
  async #put({ path, size, checksum, ...key }: PutOptions) {
    const body = createReadStream(path)
    try {
      const put = { ...key, Body: body, ContentLength: size, ChecksumSHA256: checksum }
      const { responseMs: answer, minUploadBytesPerMs: bytes } = this.#timeouts
      const stored = await sendWithTimeout(
        answer + Math.min(size, maxBufferedBytes) / bytes,
        (abort) => this.#client.send(new PutObjectCommand(put), abort),
        () => body.bytesRead,
      )
      if (stored.ChecksumSHA256 === checksum) return
    } finally {
      body.destroy()
    }
    const { ContentLength: length } = await sendWithTimeout(this.#timeouts.responseMs, (abort) =>
      this.#client.send(new HeadObjectCommand(key), abort),
    )
    if (length !== size) throw unexpectedResponse(`it keeps ${length} bytes of ${size}`)
  }

  async *#pages(after?: string): AsyncGenerator<{ key: string; changedAt: Date }[]> {
    let continuationToken: string | undefined
    do {
      const options = {
        Bucket: this.#bucket,
        StartAfter: after,
        ContinuationToken: continuationToken,
      }
      const page = await sendWithTimeout(this.#timeouts.responseMs, (abort) =>
        this.#client.send(new ListObjectsV2Command(options), abort),
      )
      // If a response is not a list, the SDK returns an empty list without the field IsTruncated.
      if (page.IsTruncated === undefined) throw unexpectedResponse('no list')
      yield (page.Contents ?? []).map(({ Key: key = '', LastModified: at }) => ({
        key,
        changedAt: at ?? new Date(),
      }))
      continuationToken = page.NextContinuationToken
    } while (continuationToken !== undefined)
  }

  #at(version: string) {
    if (!isVersion(version)) throw new Error('This is not the id of a file.')
    return { Bucket: this.#bucket, Key: `${version.slice(0, 2)}/${version}` }
  }
}

/** Destroys the body if the signal aborts. */
async function textOf(body: unknown, signal: AbortSignal) {
  if (!(body instanceof Readable)) throw unexpectedResponse('without bytes')
  return Buffer.concat(await addAbortSignal(signal, body).toArray()).toString()
}

interface PutOptions {
  Bucket: string
  Key: string
  path: string
  size: number
  /** The SHA-256 in base64. */
  checksum: string
}
