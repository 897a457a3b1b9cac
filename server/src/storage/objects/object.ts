// A row of storage.objects, as the gateway reads it.
import { z } from 'zod'

export const objectRow = z.object({
  id: z.string(),
  bucket_id: z.string(),
  name: z.string(),
  owner: z.string().nullable(),
  owner_id: z.string().nullable(),
  version: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  last_accessed_at: z.string().nullable(),
  metadata: z.record(z.string(), z.unknown()).nullable(),
  user_metadata: z.record(z.string(), z.unknown()).nullable(),
})

export type ObjectRow = z.output<typeof objectRow>

/** As JSON; the generated column stays out. */
export const asJson = (row: string) => `to_jsonb(${row}) - 'path_tokens'`

const stored = z.object({
  eTag: z.string().default('""'),
  size: z.number().default(0),
  mimetype: z.string().default('application/octet-stream'),
  cacheControl: z.string().default('no-cache'),
  xRobotsTag: z.string().default('none'),
})

/** What was noted of its bytes. */
export function storedOf({ metadata }: Pick<ObjectRow, 'metadata'>) {
  return stored.parse(metadata ?? {})
}
