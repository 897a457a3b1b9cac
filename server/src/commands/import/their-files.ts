// The other side's files, by its storage API, with its own key.
import { setTimeout as sleep } from 'node:timers/promises'
import { Readable } from 'node:stream'
import { z } from 'zod'
import { messageOf } from '../../message-of.ts'
import { StartupFailure } from '../../startup/startup-failure.ts'
import { OddAnswer } from './odd-answers.ts'

export interface TheirFiles {
  url: string
  key: string
}

const tries = 5
const busy = new Set([429, 500, 502, 503, 504, 544])

/** Undefined where there is no such file. */
export async function fetchFile(
  theirs: TheirFiles,
  { bucket, name }: { bucket: string; name: string },
  signal: AbortSignal,
): Promise<Readable | undefined> {
  const path = [bucket, ...name.split('/')].map(encodeURIComponent).join('/')
  const { status, body } = await ask(theirs, `object/authenticated/${path}`, signal)
  if (status === 200 && body) return Readable.fromWeb(body)
  if (status === 404) return undefined
  throw new OddAnswer(`answered with ${status}`)
}

export async function checkReachable(theirs: TheirFiles, signal: AbortSignal) {
  const { status, body } = await ask(theirs, 'bucket', signal)
  if (status === 200) return body?.cancel()
  throw new StartupFailure(`IMPORT_FILES answers with ${status}. Is it a Supabase project?`)
}

async function ask({ url, key }: TheirFiles, path: string, signal: AbortSignal) {
  const headers = { apikey: key, authorization: `Bearer ${key}`, 'accept-encoding': 'identity' }
  for (let attempt = 1; ; attempt += 1) {
    try {
      // The key goes to the address that was set, and nowhere else.
      const options = { headers, signal, redirect: 'manual' } as const
      const response = await fetch(`${url}/storage/v1/${path}`, options)
      const status = await statusOf(response)
      if (status === 401 || status === 403) throw new StartupFailure(refused)
      if (!busy.has(status)) return { status, body: response.body }
      if (attempt === tries) throw new OddAnswer(`answered with ${status} ${tries} times`)
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof StartupFailure) throw error
      if (attempt === tries) {
        throw new OddAnswer(`cannot be reached: ${messageOf(error)}`)
      }
    }
    await sleep(300 * attempt, undefined, { signal })
  }
}

const refused = 'IMPORT_KEY is refused there: it has to be the key of the service role.'

const said = z.object({ statusCode: z.coerce.number() })

/** Failures come as 400 there, and say in their body which one they are. */
async function statusOf(response: Response) {
  if (response.ok) return 200
  const text = await response.text()
  if (response.status !== 400) return response.status
  return said.safeParse(parsed(text)).data?.statusCode ?? response.status
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
