// The settings of a bucket. What they refuse they do not repeat: the keys open it.
import { z } from 'zod'
import type { S3Bucket } from '../files/s3/s3-client.ts'
import { StartupFailure } from '../startup/startup-failure.ts'

export const s3Settings = {
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address', abort: true })
    .refine((text) => isBare(new URL(text)), 'must be an address alone, without path and keys')
    .optional(),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'must be the name of a region')
    .optional(),
  S3_ACCESS_KEY_ID: z.string().max(256).optional(),
  S3_SECRET_ACCESS_KEY: z.string().max(256).optional(),
  S3_PATH_STYLE: z.enum(['on', 'off']).optional(),
}

const given = z.object(s3Settings)

/** The bucket, where there is one. Half of its settings would leave files where nobody expects them. */
export function bucketIn(settings: z.infer<typeof given>): S3Bucket | undefined {
  const names = Object.entries(given.parse(settings)).filter(([, value]) => value !== undefined)
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
    // Services of one's own seldom have a name of the network for each bucket.
    isPathStyle: settings.S3_PATH_STYLE
      ? settings.S3_PATH_STYLE === 'on'
      : settings.S3_ENDPOINT !== undefined,
  }
}

function isBare({ pathname, search, hash, username, password }: URL) {
  return pathname === '/' && !search && !hash && !username && !password
}
