// Whether an upload may begin is asked before a byte of it is read: the row is written and taken back. When the bytes
// are safe it is written again, and everything decides once more.
import { z } from 'zod'
import { type Caller, ownerIn } from '../caller.ts'
import { asCaller, asServer, type Statement, transact } from '../database.ts'
import { forbidden, noSuchObject } from '../errors.ts'
import type { Target } from '../names.ts'
import type { Storage } from '../parts.ts'
import { askForRules, type Rules, rulesAt, rulesFrom } from '../rules.ts'
import type { Kept } from './settle.ts'

/** What an upload does: make an object, make or replace one, or replace the one that is there. */
export type Mode = 'insert' | 'upsert' | 'update'

const insert = `insert into storage.objects
  (bucket_id, name, version, metadata, user_metadata, owner, owner_id)
  values ($1, $2, $3, $4, $5, $6::uuid, $6)`

const writes: Record<Mode, string> = {
  insert: `${insert} returning 'true'::json`,
  upsert: `${insert}
    on conflict (bucket_id, name) do update set version = excluded.version,
      metadata = excluded.metadata, user_metadata = excluded.user_metadata, updated_at = now()
    returning 'true'::json`,
  update: `update storage.objects
    set version = $3, metadata = $4, user_metadata = $5, updated_at = now()
    where bucket_id = $1 and name = $2
    returning 'true'::json`,
}

/** Nobody ever sees it. */
class TakeBack extends Error {
  readonly rules: Rules

  constructor(rules: Rules) {
    super('This was only a question.')
    this.rules = rules
  }
}

export async function mayBegin(
  storage: Storage,
  caller: Caller,
  target: Target,
  mode: Mode,
): Promise<Rules> {
  try {
    return await transact(storage, caller, async (batch) => {
      const [found] = await batch([askForRules(target), asCaller(caller)])
      const rules = rulesAt(target, rulesFrom(found))
      await writeRow(batch, caller, target, mode)
      throw new TakeBack(rules)
    })
  } catch (error) {
    if (error instanceof TakeBack) return error.rules
    throw error
  }
}

const id = z.object({ id: z.string() })

/** The id of the object. */
export async function commit(
  storage: Storage,
  caller: Caller,
  { target, mode, kept }: { target: Target; mode: Mode; kept: Kept },
): Promise<string> {
  return transact(storage, caller, async (batch) => {
    await batch([asCaller(caller)])
    await writeRow(batch, caller, target, mode, kept)
    // Who may write it may not always read it.
    const text = `select json_build_object('id', id) from storage.objects where version = $1`
    const [, rows = []] = await batch([asServer, { text, values: [kept.version] }])
    return id.parse(rows[0]).id
  })
}

type Run = (statements: Statement[]) => Promise<unknown[][]>

async function writeRow(batch: Run, caller: Caller, target: Target, mode: Mode, kept?: Kept) {
  const values = [
    target.bucket,
    target.name,
    kept?.version ?? null,
    kept ? JSON.stringify(kept.metadata) : null,
    kept?.userMetadata ? JSON.stringify(kept.userMetadata) : null,
    // Who replaces a file leaves it to its owner.
    ...(mode === 'update' ? [] : [ownerIn(caller.identity)]),
  ]
  const visible = `select 'true'::json from storage.objects where bucket_id = $1 and name = $2`
  const [written = [], seen = []] = await batch([
    { text: writes[mode], values },
    { text: visible, values: [target.bucket, target.name] },
  ])
  if (written.length > 0) return
  throw seen.length > 0 ? forbidden() : noSuchObject()
}
