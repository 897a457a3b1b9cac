// POST /object/move renames an object or moves it to another bucket.
import { z } from 'zod'
import { authenticate } from '../caller.ts'
import { becomeCaller, transact } from '../database.ts'
import { forbidden, invalid } from '../errors.ts'
import { checkedBucketId, checkedObjectName, type ObjectPath } from '../names.ts'
import { checkSize, checkType, queryFileRules, readFileRules } from '../objects/file-rules.ts'
import { withoutParameters } from '../objects/media-type.ts'
import { fileMetadataOf, firstObject, selectObject } from '../objects/stored-object.ts'
import { parseInput, refuseUnsupported } from '../parse-input.ts'
import type { Route } from '../storage-dependencies.ts'

export const moveBody = z.looseObject({
  bucketId: z.string(),
  sourceKey: z.string(),
  destinationKey: z.string(),
  destinationBucket: z.string().nullish(),
})

export function sourceAndTarget(body: z.output<typeof moveBody>): {
  source: ObjectPath
  target: ObjectPath
} {
  refuseUnsupported(body)
  const bucket = checkedBucketId(body.bucketId)
  return {
    source: { bucket, name: checkedObjectName(body.sourceKey) },
    target: {
      bucket: checkedBucketId(body.destinationBucket ?? bucket),
      name: checkedObjectName(body.destinationKey),
    },
  }
}

const renameObject = `update storage.objects set bucket_id = $3, name = $4, updated_at = now()
  where bucket_id = $1 and name = $2 returning 'true'::json`

/** Changes only the row, because files are stored by version and not by name. */
export const moveObject: Route = {
  method: 'POST',
  path: '/object/move',
  operation: 'storage.object.move',
  handler: async (storage, request) => {
    const { source, target } = sourceAndTarget(parseInput(moveBody, request.body))
    const caller = await authenticate(storage, request)
    return transact(storage, caller, async (batch) => {
      const [sourceRows, targetRows] = await batch([
        queryFileRules(source),
        queryFileRules(target),
        becomeCaller(caller),
      ])
      const [sourceRules, targetRules] = [readFileRules(sourceRows), readFileRules(targetRows)]
      const sourceValues = [source.bucket, source.name]
      const [objectRows] = await batch([{ text: selectObject, values: sourceValues }])
      const object = firstObject(objectRows)
      const { size, mimetype } = fileMetadataOf(object)
      checkSize(targetRules, size)
      checkType(targetRules, withoutParameters(mimetype))
      const { maxImageSide } = targetRules
      if (maxImageSide !== undefined && maxImageSide !== sourceRules.maxImageSide) {
        throw invalid(
          'A picture is resized when it is uploaded. Upload it to the new path instead.',
        )
      }
      const values = [...sourceValues, target.bucket, target.name]
      const [renamed = []] = await batch([{ text: renameObject, values }])
      if (renamed.length === 0) throw forbidden()
      const key = `${target.bucket}/${target.name}`
      return { message: 'Successfully moved', Id: object.id, Key: key }
    })
  },
}
