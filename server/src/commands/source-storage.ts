// Reads files from the storage API of the source project, with the project's service role key.
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { messageOf } from '../message-of.ts'
import { parseJson } from '../parse-json.ts'
import { StartupFailure } from '../startup/startup-failure.ts'

export interface SourceStorage {
  url: string
  key: string
}

const maxAttempts = 5
const retryableStatuses = new Set([429, 500, 502, 503, 504, 544])

/** Resolves with undefined if the file does not exist. */
export async function fetchFile(
  source: SourceStorage,
  { bucket, name }: { bucket: string; name: string },
  signal: AbortSignal,
): Promise<Readable | undefined> {
  const path = [bucket, ...name.split('/')].map(encodeURIComponent).join('/')
  const { status, body } = await request(source, `object/authenticated/${path}`, signal)
  if (status === 200 && body) return Readable.fromWeb(body)
  if (status === 404) return undefined
  throw new UnexpectedResponse(`answered with ${status}`)
}

export async function checkReachable(source: SourceStorage, signal: AbortSignal) {
  const { status, body } = await request(source, 'bucket', signal)
  if (status === 200) return body?.cancel()
  throw new StartupFailure(`IMPORT_FILES answers with ${status}. Is it a Supabase project?`)
}

async function request({ url, key }: SourceStorage, path: string, signal: AbortSignal) {
  const headers = { apikey: key, authorization: `Bearer ${key}`, 'accept-encoding': 'identity' }
  for (let attempt = 1; ; attempt += 1) {
    try {
      // The request follows no redirects, so the key is sent only to the configured address.
      const options = { headers, signal, redirect: 'manual' } as const
      const response = await fetch(`${url}/storage/v1/${path}`, options)
      const status = await readStatus(response)
      if (status === 401 || status === 403) throw new StartupFailure(keyRefusedMessage)
      if (!retryableStatuses.has(status)) return { status, body: response.body }
      if (attempt === maxAttempts)
        throw new UnexpectedResponse(`answered with ${status} ${maxAttempts} times`)
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof StartupFailure) throw error
      if (attempt === maxAttempts) {
        throw new UnexpectedResponse(`cannot be reached: ${messageOf(error)}`)
      }
    }
    await sleep(300 * attempt, undefined, { signal })
  }
}

const keyRefusedMessage = 'IMPORT_KEY is refused there: it has to be the key of the service role.'

const errorBodySchema = z.object({ statusCode: z.coerce.number() })

/** Supabase sends some failures with status 400 and the real status in the body. */
async function readStatus(response: Response) {
  if (response.ok) return 200
  const text = await response.text()
  if (response.status !== 400) return response.status
  return errorBodySchema.safeParse(parseJson(text)).data?.statusCode ?? response.status
}

class UnexpectedResponse extends StartupFailure {
  readonly reason: string

  constructor(reason: string) {
    super(`IMPORT_FILES ${reason}.`)
    this.reason = reason
  }
}

const maxInARow = 5

/** Skips a file after an unexpected response, but fails the whole import after several in a row. */
export class FailureStreak {
  #count = 0

  /** Resolves with the reason why a file is skipped, or with undefined if it was imported. */
  async run(importFile: () => Promise<string | undefined>) {
    try {
      const reason = await importFile()
      this.#count = 0
      return reason
    } catch (error) {
      if (!(error instanceof UnexpectedResponse)) throw error
      this.#count += 1
      if (this.#count < maxInARow) return error.reason
      throw new StartupFailure(
        `IMPORT_FILES ${error.reason}, ${maxInARow} files in a row. Run the import again to continue from here.`,
      )
    }
  }
}
