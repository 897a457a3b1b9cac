// A bucket belongs to one database: a copy of it, made to look at a backup, would sweep away what the other keeps.
// Both carry the same id; and the database knows which one it is, so that a copy knows that it is none of them.
import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import type { Pool } from '../postgres/database.ts'
import { type Queryable, transact } from '../postgres/queryable.ts'
import { findLostObjects } from '../files/sweep-files.ts'
import type { S3Store } from '../files/s3-store.ts'
import { FileStoreUnavailable } from '../files/file-store.ts'
import { StartupFailure } from './startup-failure.ts'

const note = '.owner'
const probe = 'Can this be written and read?'

export async function checkBucket(pool: Pool, files: S3Store, name: string) {
  try {
    await transact(pool, async (db) => {
      // Servers that start together take turns: none sees what another one tries out.
      await db.query("select pg_advisory_xact_lock(hashtextextended('files_bucket', 7))")
      await tryOut(files)
      await claim(db, { pool, files, name })
    })
  } catch (error) {
    if (!(error instanceof FileStoreUnavailable)) throw error
    throw new StartupFailure(`The bucket ${name} cannot be used. ${error.message}`)
  }
}

export async function checkNoBucket(pool: Pool) {
  if ((await idIn(pool)) === undefined) return
  throw new StartupFailure(
    'The files of this database are in a bucket: set S3_BUCKET and what belongs to it. ' +
      'docs/operations/files.md says how to bring them back to a disk.',
  )
}

/** Everything that will be asked of it. */
async function tryOut(files: S3Store) {
  const version = randomUUID()
  await bringProbe(files, version)
  const missing = await files.findMissing([version])
  const read = await files.read(version, { size: probe.length, range: { start: 0, end: 2 } })
  await files.remove(version)
  const isThere = missing.length === 0 && read === probe.slice(0, 3)
  if (!isThere || (await files.open(version, { size: probe.length }))) {
    throw new FileStoreUnavailable('What is written there cannot be read, or not be removed.')
  }
}

async function bringProbe(files: S3Store, version: string) {
  const path = files.incomingPath()
  try {
    await writeFile(path, probe, { mode: 0o600 })
    await files.store(path, version)
  } finally {
    await rm(path, { force: true })
  }
}

interface Claimed {
  pool: Pool
  files: S3Store
  name: string
}

async function claim(db: Queryable, { pool, files, name }: Claimed) {
  const [known, isCopy, owner] = [await idIn(db), await isCopied(db), await files.readNote(note)]
  if (owner !== undefined && owner !== known) {
    throw new StartupFailure(
      `The bucket ${name} belongs to another database. Where that is no longer so, delete the object ${note} in it.`,
    )
  }
  if (owner !== undefined && isCopy) {
    throw new StartupFailure(
      `The bucket ${name} belongs to the database that this one is a copy of. Where this one has taken its place for ` +
        `good, delete the object ${note} in it; else give it a bucket of its own.`,
    )
  }
  if (owner !== undefined) return remember(db, owner)
  await checkBelongs(pool, files, name)
  const id = isCopy || known === undefined ? randomUUID() : known
  await files.writeNote(note, id)
  await remember(db, id)
}

/** An installation that moves here has brought its files; and what no row names the sweep would remove. */
async function checkBelongs(pool: Pool, files: S3Store, name: string) {
  for await (const { lostIds, checkedCount } of findLostObjects(pool, files)) {
    if (lostIds.length < checkedCount) return
    throw new StartupFailure(
      `The files of this database are not in the bucket ${name}. Copy them there first: docs/operations/files.md says how.`,
    )
  }
  for await (const found of files.list()) {
    if (found.length === 0) continue
    throw new StartupFailure(
      `The bucket ${name} has files, and this database knows of none: they would all be removed. ` +
        'Start with the database that they belong to, or give this one an empty bucket.',
    )
  }
}

async function idIn(db: Queryable) {
  const { rows } = await db.query<{ value: string }>(
    `select value from private.settings where name = 'files_bucket'`,
  )
  return rows[0]?.value
}

/** Which database of which cluster this is: another one after a dump and a restore, the same after a failover. */
const identity = `(select system_identifier from pg_control_system()) || '/' ||
  (select oid from pg_database where datname = current_database())`

async function isCopied(db: Queryable) {
  const { rows } = await db.query(
    `select from private.settings where name = 'files_bucket_of' and value <> ${identity}`,
  )
  return rows.length > 0
}

async function remember(db: Queryable, id: string) {
  await db.query(
    `insert into private.settings (name, value) values ('files_bucket', $1), ('files_bucket_of', ${identity})
     on conflict (name) do update set value = excluded.value`,
    [id],
  )
}
