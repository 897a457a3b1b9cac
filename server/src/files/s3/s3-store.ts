// Files in a bucket of a service that speaks S3, under the names that they have in a folder: 3f/3f2a…. An object is
// there as a whole or not at all, so a kill leaves nothing half-written.
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { addAbortSignal, Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { hashOf } from '../../disk/hash.ts'
import { type FileStore, isVersion, type StoredFile, type Wanted } from '../file-store.ts'
import { type Incoming, openIncoming } from '../incoming.ts'
import { FilesUnavailable } from '../unavailable.ts'
import {
  openClient,
  type Patience,
  type S3Bucket,
  unlessNoSuchKey,
  usualPatience,
  within,
  wrongAnswer,
} from './s3-client.ts'

/** In milliseconds, before each further attempt to bring a file there. */
const pauses = [200, 1000]

/** What has left here and is still on its way: systems keep up to that much, and nobody sees it move. */
const mostOnTheLine = 4 * 1024 * 1024

export async function openS3Store(bucket: S3Bucket, dataFolder: string, patience = usualPatience) {
  return new S3Store(bucket, await openIncoming(dataFolder), patience)
}

export class S3Store implements FileStore {
  readonly #client: S3Client
  readonly #bucket: string
  readonly #incoming: Incoming
  readonly #patience: Patience

  constructor(bucket: S3Bucket, incoming: Incoming, patience: Patience) {
    this.#client = openClient(bucket)
    this.#bucket = bucket.name
    this.#incoming = incoming
    this.#patience = patience
  }

  incoming() {
    return this.#incoming.path()
  }

  removeIncoming(before: Date) {
    return this.#incoming.removeOlder(before)
  }

  async keep(path: string, version: string) {
    const place = { ...this.#at(version), path, size: (await stat(path)).size }
    const sum = Buffer.from(await hashOf(path), 'hex').toString('base64')
    for (const wait of [...pauses, undefined]) {
      try {
        return await this.#bring({ ...place, sum })
      } catch (error) {
        const isOver = wait === undefined || (error instanceof FilesUnavailable && error.isFull)
        if (isOver) throw error
        await pause(wait)
      }
    }
  }

  async open(version: string, { size, part }: Wanted): Promise<Readable | undefined> {
    const range = part && `bytes=${part.start}-${part.end}`
    const asked = within(this.#patience.answer, (abort) =>
      this.#client.send(new GetObjectCommand({ ...this.#at(version), Range: range }), abort),
    )
    const answer = await unlessNoSuchKey(asked)
    if (!answer) return undefined
    const { Body: body, ContentLength: length, ContentRange: given } = answer
    if (!(body instanceof Readable)) throw wrongAnswer('without bytes')
    const isRight = part
      ? given === `bytes ${part.start}-${part.end}/${size}`
      : given === undefined && length === size
    if (isRight) return body
    body.destroy()
    throw wrongAnswer(`${given ?? length} instead of ${range ?? size}`)
  }

  /** For a short one, which is there as a whole in the time that an answer has. */
  async read(version: string, wanted: Wanted) {
    const body = await this.open(version, wanted)
    if (!body) return undefined
    return within(this.#patience.answer, ({ abortSignal }) => textOf(body, abortSignal))
  }

  async missing(versions: readonly string[]) {
    const missing = new Set(versions)
    const [first, last] = [versions.at(0), versions.at(-1)]
    if (first === undefined || last === undefined) return []
    const end = this.#at(last).Key
    // What stands right before it in the order of names.
    for await (const keys of this.#pages(this.#at(first).Key.slice(0, -1))) {
      for (const { key } of keys) missing.delete(key.slice(3))
      if ((keys.at(-1)?.key ?? '') >= end) break
    }
    return [...missing]
  }

  async remove(version: string) {
    await within(this.#patience.answer, (abort) =>
      this.#client.send(new DeleteObjectCommand(this.#at(version)), abort),
    )
  }

  async *list(): AsyncGenerator<StoredFile[]> {
    for await (const keys of this.#pages()) {
      const files = keys.filter(({ key }) => key.charAt(2) === '/' && isVersion(key.slice(3)))
      yield files.map(({ key, changedAt }) => ({ version: key.slice(3), changedAt }))
    }
  }

  /** A few words beside the files. */
  async readNote(name: string) {
    const asked = within(this.#patience.answer, async (abort) => {
      const note = new GetObjectCommand({ Bucket: this.#bucket, Key: name })
      return textOf((await this.#client.send(note, abort)).Body, abort.abortSignal)
    })
    return unlessNoSuchKey(asked)
  }

  async writeNote(name: string, text: string) {
    const note = { Bucket: this.#bucket, Key: name, Body: text }
    await within(this.#patience.answer, (abort) =>
      this.#client.send(new PutObjectCommand(note), abort),
    )
  }

  close() {
    this.#client.destroy()
  }

  /** Whole, or refused: the service compares the sum, and where it does not know how, the size has to agree. */
  async #bring({ path, size, sum, ...place }: Brought) {
    const body = createReadStream(path)
    try {
      const put = { ...place, Body: body, ContentLength: size, ChecksumSHA256: sum }
      const { answer, bytes } = this.#patience
      const stored = await within(
        answer + Math.min(size, mostOnTheLine) / bytes,
        (abort) => this.#client.send(new PutObjectCommand(put), abort),
        () => body.bytesRead,
      )
      if (stored.ChecksumSHA256 === sum) return
    } finally {
      body.destroy()
    }
    const { ContentLength: length } = await within(this.#patience.answer, (abort) =>
      this.#client.send(new HeadObjectCommand(place), abort),
    )
    if (length !== size) throw wrongAnswer(`it keeps ${length} bytes of ${size}`)
  }

  async *#pages(after?: string): AsyncGenerator<{ key: string; changedAt: Date }[]> {
    let more: string | undefined
    do {
      const wanted = { Bucket: this.#bucket, StartAfter: after, ContinuationToken: more }
      const page = await within(this.#patience.answer, (abort) =>
        this.#client.send(new ListObjectsV2Command(wanted), abort),
      )
      // An answer of somebody else would look like an empty bucket.
      if (page.IsTruncated === undefined) throw wrongAnswer('no list')
      yield (page.Contents ?? []).map(({ Key: key = '', LastModified: at }) => ({
        key,
        changedAt: at ?? new Date(),
      }))
      more = page.NextContinuationToken
    } while (more !== undefined)
  }

  #at(version: string) {
    if (!isVersion(version)) throw new Error('This is not the id of a file.')
    return { Bucket: this.#bucket, Key: `${version.slice(0, 2)}/${version}` }
  }
}

/** Ends the body too, where it takes too long. */
async function textOf(body: unknown, signal: AbortSignal) {
  if (!(body instanceof Readable)) throw wrongAnswer('without bytes')
  return Buffer.concat(await addAbortSignal(signal, body).toArray()).toString()
}

interface Brought {
  Bucket: string
  Key: string
  path: string
  size: number
  /** SHA-256, in base64. */
  sum: string
}
