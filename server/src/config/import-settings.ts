// Reads the settings of `npm run import`. Command-line arguments would show the secrets to other users of the machine.
import { z } from 'zod'
import { StartupFailure } from '../startup/startup-failure.ts'
import { isLoopback, isSecureUrl } from '../urls.ts'

export const importSettings = {
  IMPORT_FROM: z
    .url({
      protocol: /^postgres(ql)?$/,
      error: 'must look like postgres://user:password@host:5432/database',
      abort: true,
    })
    .transform(requireTls)
    .optional(),
  IMPORT_FILES: z
    .url({ protocol: /^https?$/, error: 'must be an https address', abort: true })
    .refine(isSecureUrl, 'must be https: the key could be intercepted over plain http')
    .transform((text) => text.replace(/\/+$/, ''))
    .optional(),
  IMPORT_KEY: z
    .string()
    .regex(/^[\w.-]+$/, 'must be the key of the service role')
    .optional(),
}

/** Adds sslmode=verify-full, unless the address is local or already has an sslmode. */
function requireTls(address: string) {
  const url = new URL(address)
  const host = url.searchParams.getAll('host').at(-1) ?? url.hostname
  const isSocket = /^(\/|%2f)/i.test(host)
  if (isSocket || isLoopback(host) || url.searchParams.get('sslmode')) return address
  url.searchParams.set('sslmode', 'verify-full')
  return url.href
}

const schema = z.object(importSettings)

export interface ImportSettings {
  /** The URL of the source database. */
  from: string | undefined
  /** The URL and the key of the source's files, or undefined if no files are imported. */
  files: { url: string; key: string } | undefined
}

export function readImportSettings(settings: z.output<typeof schema>): ImportSettings {
  const { IMPORT_FROM: from, IMPORT_FILES: url, IMPORT_KEY: key } = settings
  if (url !== undefined && key !== undefined) return { from, files: { url, key } }
  if (url === undefined && key === undefined) return { from, files: undefined }
  throw new StartupFailure('Set IMPORT_FILES and IMPORT_KEY together, or neither.')
}
