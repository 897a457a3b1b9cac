// A bucket belongs to one database. A copy of that database, such as one to inspect a backup, would delete the files
// that the original still uses. So bucket and database store the same id. The database also stores its own identity, so
// a copy can notice that it is a copy.
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
      // Servers that start together do this one after the other, so that none sees the test file of another.
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
    'The files of this database are in a bucket: set S3_BUCKET and what belongs to it. ' +
      'docs/operations/files.md says how to bring them back to a disk.',
  )
}

/** Tries all operations that the server will use. */
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
      `The bucket ${name} belongs to another database. Where that is no longer so, delete the object ${ownerNote} in it.`,
    )
  }
  if (owner !== undefined && isCopy) {
    throw new StartupFailure(
      `The bucket ${name} belongs to the database that this one is a copy of. Where this one has taken its place for ` +
        `good, delete the object ${ownerNote} in it; else give it a bucket of its own.`,
    )
  }
  if (owner !== undefined) return saveBucketId(db, owner)
  await refuseForeignFiles(pool, files, name)
  const id = isCopy || known === undefined ? randomUUID() : known
  await files.writeNote(ownerNote, id)
  await saveBucketId(db, id)
}

/**
 * Refuses a bucket that contains files without a row, because the sweep would delete them. An installation that moves
 * to this bucket must have copied its files.
 */
async function refuseForeignFiles(pool: Pool, files: S3Store, name: string) {
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

async function readBucketId(db: Queryable) {
  const { rows } = await db.query<{ value: string }>(
    `select value from private.settings where name = 'files_bucket'`,
  )
  return rows[0]?.value
}

/** The identity of the database, as SQL. It changes with a dump and restore, and stays the same in a failover. */
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
