import { type Caller } from '../caller.ts'
import { ask, askAsServer } from '../database.ts'
import { noSuchObject } from '../errors.ts'
import type { Target } from '../names.ts'
import type { Storage } from '../parts.ts'
import { asJson, objectRow, type ObjectRow } from './object.ts'

const one = `select ${asJson('o')} from storage.objects o where o.bucket_id = $1 and o.name = $2`
const publicOne = `select ${asJson('o')} from storage.objects o
  join storage.buckets b on b.id = o.bucket_id and b.public
  where o.bucket_id = $1 and o.name = $2`

/** What is hidden and what is missing are the same. */
export async function findFor(storage: Storage, caller: Caller, target: Target) {
  const [rows] = await ask(storage, caller, [{ text: one, values: valuesOf(target) }])
  return firstOf(rows)
}

/** Whoever the address is for. */
export async function findPublic(storage: Storage, who: string, target: Target) {
  const statement = { text: publicOne, values: valuesOf(target) }
  const [row] = await askAsServer(storage, who, statement)
  return row === undefined ? undefined : objectRow.parse(row)
}

function valuesOf({ bucket, name }: Target) {
  return [bucket, name]
}

function firstOf([row]: unknown[] = []): ObjectRow {
  if (row === undefined) throw noSuchObject()
  return objectRow.parse(row)
}
