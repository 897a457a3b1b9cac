import { z } from 'zod'
import type { Call } from '../call.ts'
import { callerOf } from '../caller.ts'
import { ask } from '../database.ts'
import { bucketIn, isName, targetIn } from '../names.ts'
import { findFor } from '../objects/find.ts'
import { objectRow } from '../objects/object.ts'
import { read, refuseUnsupported } from '../read.ts'

const longest = 365 * 24 * 3600
const expiresIn = z.int().min(1).max(longest)
const one = z.looseObject({ expiresIn })
const many = z.looseObject({ expiresIn, paths: z.array(z.string().max(1024)).min(1).max(1000) })

export const signOne: Call = {
  method: 'POST',
  path: '/object/sign/:bucket/*',
  answer: async (storage, request) => {
    const target = targetIn(request)
    const body = read(one, request.body)
    refuseUnsupported(body)
    const caller = await callerOf(storage, request)
    const object = await findFor(storage, caller, target)
    const linked = { ...object, target }
    const token = await storage.links.forDownload(linked, caller.identity, body.expiresIn)
    return { signedURL: `/object/sign/${target.bucket}/${target.name}?token=${token}` }
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
    const { paths, expiresIn: seconds } = read(many, request.body)
    const caller = await callerOf(storage, request)
    const names = JSON.stringify(paths.filter(isName))
    const [rows = []] = await ask(storage, caller, [{ text: visible, values: [bucket, names] }])
    const seen = new Map(rows.map((row) => visibleRow.parse(row)).map((row) => [row.name, row]))
    return Promise.all(
      paths.map(async (path) => {
        const found = seen.get(path)
        if (!found) return { error: hidden, path, signedURL: null }
        const linked = { ...found, target: { bucket, name: path } }
        const token = await storage.links.forDownload(linked, caller.identity, seconds)
        return { error: null, path, signedURL: `/object/sign/${bucket}/${path}?token=${token}` }
      }),
    )
  },
}

const hidden = 'Either the object does not exist or you do not have access to it'
