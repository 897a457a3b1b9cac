import { z } from 'zod'
import type { Identity } from '../../http/identity.ts'
import type { Call } from '../call.ts'
import { callerOf } from '../caller.ts'
import { ask } from '../database.ts'
import { tooManyNames } from '../errors.ts'
import { bucketIn, isName, targetIn } from '../names.ts'
import { findFor } from '../objects/find.ts'
import { objectRow } from '../objects/object.ts'
import type { Storage } from '../parts.ts'
import { measureIn } from '../pictures/measure.ts'
import { read, refuseUnsupported } from '../read.ts'
import type { Linked } from './links.ts'

const longest = 365 * 24 * 3600
const expiresIn = z.int().min(1).max(longest)
const transform = z.record(z.string(), z.unknown()).nullish()
const one = z.looseObject({ expiresIn, transform })
const many = z.looseObject({
  expiresIn,
  transform,
  paths: z.array(z.string().max(1024)).min(1),
})
const mostNames = 1000

export const signOne: Call = {
  method: 'POST',
  path: '/object/sign/:bucket/*',
  answer: async (storage, request) => {
    const target = targetIn(request)
    const body = read(one, request.body)
    refuseUnsupported(body)
    const measure = measureFor(storage, body.transform)
    const caller = await callerOf(storage, request)
    const object = await findFor(storage, caller, target)
    const linked = { ...object, target, measure }
    return { signedURL: await linkTo(storage, linked, caller.identity, body.expiresIn) }
  },
}

const visible = `select json_build_object('name', name, 'id', id, 'owner_id', owner_id) from storage.objects
  where bucket_id = $1 and name = any (array(select json_array_elements_text($2)))`

const visibleRow = objectRow.pick({ name: true, id: true, owner_id: true })

export const signMany: Call = {
  method: 'POST',
  path: '/object/sign/:bucket',
  answer: async (storage, request) => {
    const bucket = bucketIn(request)
    const { paths, expiresIn: seconds, transform: wish } = read(many, request.body)
    const measure = measureFor(storage, wish)
    if (paths.length > mostNames) throw tooManyNames(mostNames)
    const caller = await callerOf(storage, request)
    const names = JSON.stringify(paths.filter(isName))
    const [rows = []] = await ask(storage, caller, [{ text: visible, values: [bucket, names] }])
    const seen = new Map(rows.map((row) => visibleRow.parse(row)).map((row) => [row.name, row]))
    return Promise.all(
      paths.map(async (path) => {
        const found = seen.get(path)
        if (!found) return { error: hidden, path, signedURL: null }
        const linked = { ...found, target: { bucket, name: path }, measure }
        const signedURL = await linkTo(storage, linked, caller.identity, seconds)
        return { error: null, path, signedURL }
      }),
    )
  },
}

const hidden = 'Either the object does not exist or you do not have access to it'

/** Without a wish the file is meant as it is. */
function measureFor({ pictureSizes }: Storage, wish: z.output<typeof transform>) {
  const isEmpty = Object.keys(wish ?? {}).length === 0
  return isEmpty ? undefined : measureIn(wish, pictureSizes)
}

async function linkTo({ links }: Storage, linked: Linked, identity: Identity, seconds: number) {
  const { target, measure } = linked
  const token = await links.forDownload(linked, identity, seconds)
  const place = measure ? '/render/image/sign' : '/object/sign'
  return `${place}/${target.bucket}/${target.name}?token=${token}`
}
