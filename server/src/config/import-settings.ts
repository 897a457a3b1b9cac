// Where `npm run import` finds what it brings over. Not on its command line, where everybody on the machine could read
// the password and the key.
import { z } from 'zod'
import { StartupFailure } from '../startup/startup-failure.ts'
import { isLoopback } from './is-loopback.ts'

export const importSettings = {
  IMPORT_FROM: z
    .url({
      protocol: /^postgres(ql)?$/,
      error: 'must look like postgres://user:password@host:5432/database',
      abort: true,
    })
    .transform(encrypted)
    .optional(),
  IMPORT_FILES: z
    .url({ protocol: /^https?$/, error: 'must be an https address', abort: true })
    .refine(isSafe, 'must be https: in plain http anybody on the way reads the key')
    .transform((text) => text.replace(/\/+$/, ''))
    .optional(),
  IMPORT_KEY: z
    .string()
    .regex(/^[\w.-]+$/, 'must be the key of the service role')
    .optional(),
}

/** All that a project knows comes over this line: on the way from elsewhere nobody is to read it. */
function encrypted(address: string) {
  const url = new URL(address)
  const host = url.searchParams.getAll('host').at(-1) ?? url.hostname
  const isSocket = /^(\/|%2f)/i.test(host)
  if (isSocket || isLoopback(host) || url.searchParams.get('sslmode')) return address
  url.searchParams.set('sslmode', 'verify-full')
  return url.href
}

function isSafe(text: string) {
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || isLoopback(hostname)
}

const given = z.object(importSettings)

export interface ImportSettings {
  /** The other database. */
  from: string | undefined
  /** Who gives out its files, where they are wanted. */
  files: { url: string; key: string } | undefined
}

export function importIn(settings: z.output<typeof given>): ImportSettings {
  const { IMPORT_FROM: from, IMPORT_FILES: url, IMPORT_KEY: key } = settings
  if (url !== undefined && key !== undefined) return { from, files: { url, key } }
  if (url === undefined && key === undefined) return { from, files: undefined }
  throw new StartupFailure('Set IMPORT_FILES and IMPORT_KEY together, or neither.')
}
