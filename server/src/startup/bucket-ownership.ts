// Checks that a bucket belongs to this database, because a copy would delete files that the original needs. The bucket
// and the database store the same id. The database also stores its identity, to recognize a copy.
import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { FileStoreUnavailable } from '../files/file-store.ts'
import type { S3Store } from '../files/s3-store.ts'
import { findLostObjects } from '../files/sweep-files.ts'
import type { Pool } from '../postgres/database.ts'
import { type Queryable, transact } from '../postgres/transaction.ts'
import { StartupFailure } from './startup-failure.ts'

const ownerNote = '.owner'
const probeContent = 'Can this be written and read?'

export async function checkBucket(pool: Pool, files: S3Store, name: string) {
  try {
    await transact(pool, async (db) => {
      // This lock keeps servers from seeing each other's test files.
      await db.query("select pg_advisory_xact_lock(hashtextextended('files_bucket', 7))")
      await testAccess(files)
      await claimBucket(db, { pool, files, name })
    })
  } catch (error) {
    if (!(error instanceof FileStoreUnavailable)) throw error
    throw new StartupFailure(`The bucket ${name} cannot be used. ${error.message}`)
  }
}

export async function checkNoBucket(pool: Pool) {
  if ((await readBucketId(pool)) === undefined) return
  throw new StartupFailure(
    'The files of this database are in a bucket. Set S3_BUCKET and the other S3 settings. ' +
      'docs/operations/files.md explains how to move the files to a disk.',
  )
}

/** Stores a small file, finds it, reads it and removes it, as the server will do with other files. */
async function testAccess(files: S3Store) {
  const version = randomUUID()
  await storeProbe(files, version)
  const missing = await files.findMissing([version])
  const read = await files.read(version, { size: probeContent.length, range: { start: 0, end: 2 } })
  await files.remove(version)
  const isThere = missing.length === 0 && read === probeContent.slice(0, 3)
  if (!isThere || (await files.open(version, { size: probeContent.length }))) {
    throw new FileStoreUnavailable('Objects that are written there cannot be read or removed.')
  }
}

async function storeProbe(files: S3Store, version: string) {
  const path = files.incomingPath()
  try {
    await writeFile(path, probeContent, { mode: 0o600 })
    await files.store(path, version)
  } finally {
    await rm(path, { force: true })
  }
}

interface BucketClaim {
  pool: Pool
  files: S3Store
  name: string
}

async function claimBucket(db: Queryable, { pool, files, name }: BucketClaim) {
  const [known, isCopy, owner] = [
    await readBucketId(db),
    await isDatabaseCopy(db),
    await files.readNote(ownerNote),
  ]
  if (owner !== undefined && owner !== known) {
    throw new StartupFailure(
      `The bucket ${name} belongs to another database. If that database is no longer used, delete the object ${ownerNote} in the bucket.`,
    )
  }
  if (owner !== undefined && isCopy) {
    throw new StartupFailure(
      `The bucket ${name} belongs to the database from which this one was copied. If this database has replaced it, ` +
        `delete the object ${ownerNote} in the bucket. Otherwise, set S3_BUCKET to another bucket.`,
    )
  }
  if (owner !== undefined) return saveBucketId(db, owner)
  await refuseForeignFiles(pool, files, name)
  const id = isCopy || known === undefined ? randomUUID() : known
  await files.writeNote(ownerNote, id)
  await saveBucketId(db, id)
}

/**
 * Refuses a bucket without the files of this database. If this database has no files, refuses a bucket with files,
 * which the sweep would delete.
 */
async function refuseForeignFiles(pool: Pool, files: S3Store, name: string) {
  for await (const { lostIds, checkedCount } of findLostObjects(pool, files)) {
    if (lostIds.length < checkedCount) return
    throw new StartupFailure(
      `The files of this database are not in the bucket ${name}. Copy them there first. docs/operations/files.md explains how.`,
    )
  }
  for await (const found of files.list()) {
    if (found.length === 0) continue
    throw new StartupFailure(
      `The bucket ${name} has files that this database does not list, so they would all be removed. ` +
        'Start with the database that they belong to, or give this one an empty bucket.',
    )
  }
}

async function readBucketId(db: Queryable) {
  const { rows } = await db.query<{ value: string }>(
    `select value from private.settings where name = 'files_bucket'`,
  )
  return rows[0]?.value
}

/** This SQL identifies the database. After a failover the result is the same. In a restored dump it differs. */
const databaseIdentity = `(select system_identifier from pg_control_system()) || '/' ||
  (select oid from pg_database where datname = current_database())`

async function isDatabaseCopy(db: Queryable) {
  const { rows } = await db.query(
    `select from private.settings where name = 'files_bucket_of' and value <> ${databaseIdentity}`,
  )
  return rows.length > 0
}

async function saveBucketId(db: Queryable, id: string) {
  await db.query(
    `insert into private.settings (name, value) values ('files_bucket', $1), ('files_bucket_of', ${databaseIdentity})
     on conflict (name) do update set value = excluded.value`,
    [id],
  )
}
