// Reads the settings of file storage. Error messages never repeat a value, because the keys open the bucket.
import { z } from 'zod'
import type { S3Bucket } from '../files/s3-client.ts'
import { StartupFailure } from '../startup/startup-failure.ts'

export const s3Settings = {
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address', abort: true })
    .refine((text) => isOriginOnly(new URL(text)), 'must be only a scheme, a host and a port')
    .optional(),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'must be the name of a region')
    .optional(),
  S3_ACCESS_KEY_ID: z.string().max(256).optional(),
  S3_SECRET_ACCESS_KEY: z.string().max(256).optional(),
  S3_PATH_STYLE: z.enum(['on', 'off']).optional(),
}

const schema = z.object(s3Settings)

/** Returns the bucket if one is configured. Throws if the settings are incomplete. */
export function readBucket(settings: z.infer<typeof schema>): S3Bucket | undefined {
  const names = Object.entries(schema.parse(settings)).filter(([, value]) => value !== undefined)
  if (names.length === 0) return undefined
  const { S3_BUCKET: name, S3_ACCESS_KEY_ID: keyId, S3_SECRET_ACCESS_KEY: key } = settings
  if (name === undefined || keyId === undefined || key === undefined) {
    throw new StartupFailure(
      'Set S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY together, or none that begins with S3_.',
    )
  }
  return {
    name,
    keyId,
    key,
    endpoint: settings.S3_ENDPOINT,
    region: settings.S3_REGION ?? 'us-east-1',
    // Without S3_ENDPOINT the service is Amazon, which has a DNS name for each bucket. Few other services have one.
    isPathStyle: settings.S3_PATH_STYLE
      ? settings.S3_PATH_STYLE === 'on'
      : settings.S3_ENDPOINT !== undefined,
  }
}

function isOriginOnly({ pathname, search, hash, username, password }: URL) {
  return pathname === '/' && !search && !hash && !username && !password
}

const sizesMessage = 'must list 1 to 20 whole numbers from 16 to 4096, each once'

/** The widths and heights at which images may be requested. */
export const pictureSizes = z
  .string()
  .regex(/^\s*\d{2,4}(?:\s*,\s*\d{2,4}){0,19}\s*$/, sizesMessage)
  .transform((text) => text.split(',').map(Number))
  .refine((sizes) => sizes.every((size) => size >= 16 && size <= 4096), sizesMessage)
  .refine((sizes) => new Set(sizes).size === sizes.length, sizesMessage)
  .transform((sizes) => sizes.toSorted((a, b) => a - b))
