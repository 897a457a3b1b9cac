import { z } from 'zod'
import type { Call } from '../call.ts'
import { callerOf } from '../caller.ts'
import { lostFile } from '../errors.ts'
import { read } from '../read.ts'
import { mayBegin, type Mode } from '../uploads/permission.ts'
import { cacheControlIn, metadataInHeader, type Said } from '../uploads/said.ts'
import { settle } from '../uploads/settle.ts'
import { charsetIn, typeIn } from '../uploads/type.ts'
import { giveName, wantsUpsert } from '../uploads/upload.ts'
import { checkSize } from '../rules.ts'
import { fetchTo } from './fetch-to.ts'
import { findFor } from './find.ts'
import { endsOf, fromTo } from './move.ts'
import { type ObjectRow, storedOf } from './object.ts'

const body = fromTo.extend({
  copyMetadata: z.boolean().nullish(),
  metadata: z
    .object({
      cacheControl: z.string().max(100).optional(),
      mimetype: z.string().max(100).optional(),
    })
    .nullish(),
})

/** The copy has bytes of its own, and goes the way of any upload. */
export const copy: Call = {
  method: 'POST',
  path: '/object/copy',
  moves: 'bytes',
  answer: async (storage, request) => {
    const given = read(body, request.body)
    const { from, to: target } = endsOf(given)
    const caller = await callerOf(storage, request)
    const source = await findFor(storage, caller, from)
    const mode: Mode = wantsUpsert(request) ? 'upsert' : 'insert'
    const rules = await mayBegin(storage, caller, target, mode)
    checkSize(rules, storedOf(source).size)
    const said = saidOf(source, given, metadataInHeader(request))
    return storage.uploads.take(caller.who, async () => {
      const bring = async (path: string) => {
        const bytes = await storage.files.open(source.version ?? '', storedOf(source))
        if (!bytes) throw lostFile(source.id)
        const written = await fetchTo(path, bytes, { grew: (size) => checkSize(rules, size) })
        return { ...written, said }
      }
      const kept = await settle(storage, { rules, who: caller.who, bring })
      const id = await giveName(storage, { caller, target, mode }, kept)
      const { version, metadata } = kept
      const row = { id, name: target.name, bucket_id: target.bucket, version, metadata }
      return { Id: id, Key: `${target.bucket}/${target.name}`, ...row }
    })
  },
}

function saidOf(
  source: ObjectRow,
  { copyMetadata, metadata }: z.output<typeof body>,
  userMetadata: Said['userMetadata'],
): Said {
  const { mimetype, cacheControl, xRobotsTag } = storedOf(source)
  const isCopied = copyMetadata !== false
  const type = metadata?.mimetype ?? mimetype
  return {
    type: typeIn(type),
    charset: charsetIn(type),
    cacheControl: cacheControlIn(metadata?.cacheControl ?? (isCopied ? cacheControl : undefined)),
    robots: isCopied ? xRobotsTag : undefined,
    userMetadata: userMetadata ?? (isCopied ? (source.user_metadata ?? undefined) : undefined),
  }
}
