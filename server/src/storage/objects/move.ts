import { z } from 'zod'
import type { Call } from '../call.ts'
import { callerOf } from '../caller.ts'
import { asCaller, transact } from '../database.ts'
import { forbidden, invalid, noSuchObject } from '../errors.ts'
import { checkedBucket, checkedName, type Target } from '../names.ts'
import { read, refuseUnsupported } from '../read.ts'
import { askForRules, checkSize, checkType, rulesFrom } from '../rules.ts'
import { bareType } from '../uploads/type.ts'
import { asJson, objectRow, storedOf } from './object.ts'

export const fromTo = z.looseObject({
  bucketId: z.string(),
  sourceKey: z.string(),
  destinationKey: z.string(),
  destinationBucket: z.string().nullish(),
})

export function endsOf(body: z.output<typeof fromTo>): { from: Target; to: Target } {
  refuseUnsupported(body)
  const bucket = checkedBucket(body.bucketId)
  return {
    from: { bucket, name: checkedName(body.sourceKey) },
    to: {
      bucket: checkedBucket(body.destinationBucket ?? bucket),
      name: checkedName(body.destinationKey),
    },
  }
}

const found = `select ${asJson('o')} from storage.objects o where o.bucket_id = $1 and o.name = $2`
const moved = `update storage.objects set bucket_id = $3, name = $4, updated_at = now()
  where bucket_id = $1 and name = $2 returning 'true'::json`

/** The bytes stay where they are; only their name changes. */
export const move: Call = {
  method: 'POST',
  path: '/object/move',
  answer: async (storage, request) => {
    const { from, to } = endsOf(read(fromTo, request.body))
    const caller = await callerOf(storage, request)
    return transact(storage, caller, async (batch) => {
      const [source, destination] = await batch([
        askForRules(from),
        askForRules(to),
        asCaller(caller),
      ])
      const [before, after] = [rulesFrom(source), rulesFrom(destination)]
      const [[row] = []] = await batch([{ text: found, values: [from.bucket, from.name] }])
      if (row === undefined) throw noSuchObject()
      const object = objectRow.parse(row)
      const { size, mimetype } = storedOf(object)
      checkSize(after, size)
      checkType(after, bareType(mimetype))
      if (after.longestSide !== undefined && after.longestSide !== before.longestSide) {
        throw invalid('A picture is made to measure when it is uploaded: upload it there.')
      }
      const values = [from.bucket, from.name, to.bucket, to.name]
      const [changed = []] = await batch([{ text: moved, values }])
      if (changed.length === 0) throw forbidden()
      return { message: 'Successfully moved', Id: object.id, Key: `${to.bucket}/${to.name}` }
    })
  },
}
