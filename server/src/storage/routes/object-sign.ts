// POST /object/sign/:bucket/* signs a download link for one object, and POST /object/sign/:bucket for several objects.
import { z } from 'zod'
import type { Identity } from '../../http/identity.ts'
import { authenticate } from '../caller.ts'
import { queryAs } from '../database.ts'
import { parseTransform } from '../images/image-transform.ts'
import { bucketIdIn, checkNameCount, isObjectName, objectPathIn } from '../names.ts'
import type { LinkedObject } from '../objects/signed-links.ts'
import { findObjectAs, objectRow } from '../objects/stored-object.ts'
import { parseInput, refuseUnsupported } from '../parse-input.ts'
import type { Route, StorageDependencies } from '../storage-dependencies.ts'

const maxSeconds = 365 * 24 * 3600
const expiresIn = z.int().min(1).max(maxSeconds)
const transformInput = z.record(z.string(), z.unknown()).nullish()
const signBody = z.looseObject({ expiresIn, transform: transformInput })

export const signObject: Route = {
  method: 'POST',
  path: '/object/sign/:bucket/*',
  operation: 'storage.object.sign',
  handler: async (storage, request) => {
    const path = objectPathIn(request)
    const body = parseInput(signBody, request.body)
    refuseUnsupported(body)
    const transform = parseTransformIfGiven(storage, body.transform)
    const caller = await authenticate(storage, request)
    const object = await findObjectAs(storage, caller, path)
    const linked = { ...object, path, transform }
    return { signedURL: await signedUrl(storage, linked, caller.identity, body.expiresIn) }
  },
}

const bulkBody = z.looseObject({
  expiresIn,
  transform: transformInput,
  paths: z.array(z.string().max(1024)).min(1),
})

const selectVisible = `select json_build_object('name', name, 'id', id, 'owner_id', owner_id) from storage.objects
  where bucket_id = $1 and name = any (array(select json_array_elements_text($2)))`

const visibleRow = objectRow.pick({ name: true, id: true, owner_id: true })

export const signObjects: Route = {
  method: 'POST',
  path: '/object/sign/:bucket',
  operation: 'storage.object.sign_many',
  handler: async (storage, request) => {
    const bucket = bucketIdIn(request)
    const body = parseInput(bulkBody, request.body)
    const { paths, expiresIn: seconds } = body
    const transform = parseTransformIfGiven(storage, body.transform)
    checkNameCount(paths)
    const caller = await authenticate(storage, request)
    const values = [bucket, JSON.stringify(paths.filter(isObjectName))]
    const [rows = []] = await queryAs(storage, caller, [{ text: selectVisible, values }])
    const visible = new Map(rows.map((row) => visibleRow.parse(row)).map((row) => [row.name, row]))
    return Promise.all(
      paths.map(async (name) => {
        const object = visible.get(name)
        if (!object) return { error: notVisible, path: name, signedURL: null }
        const linked = { ...object, path: { bucket, name }, transform }
        const signedURL = await signedUrl(storage, linked, caller.identity, seconds)
        return { error: null, path: name, signedURL }
      }),
    )
  },
}

const notVisible = 'Either the object does not exist or you do not have access to it'

/** Without a transform, the link is for the original file. */
function parseTransformIfGiven(
  { imageSizes }: StorageDependencies,
  input: z.output<typeof transformInput>,
) {
  const isEmpty = Object.keys(input ?? {}).length === 0
  return isEmpty ? undefined : parseTransform(input, imageSizes)
}

async function signedUrl(
  { links }: StorageDependencies,
  object: LinkedObject,
  identity: Identity,
  seconds: number,
) {
  const { path, transform } = object
  const token = await links.signDownload(object, identity, seconds)
  const route = transform ? '/render/image/sign' : '/object/sign'
  return `${route}/${path.bucket}/${path.name}?token=${token}`
}
