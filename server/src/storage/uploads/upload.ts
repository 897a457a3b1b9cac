// Row security checks an upload in a dry run before the file is read, and again when the file is stored.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isConnectionLost } from '../../postgres/error-code.ts'
import { type Caller, ownerIdOf } from '../caller.ts'
import { becomeCaller, becomeServer, type Statement, transact } from '../database.ts'
import { forbidden, noSuchObject, StorageError, uploadAborted } from '../errors.ts'
import type { ObjectPath } from '../names.ts'
import {
  checkSize,
  checkType,
  type FileRules,
  queryFileRules,
  readFileRules,
  rulesForPath,
} from '../objects/file-rules.ts'
import { unknownType, withCharset } from '../objects/media-type.ts'
import type { StorageDependencies } from '../storage-dependencies.ts'
import { type FinalizedFile, finalizeUpload } from './finalize-upload.ts'
import type { DeclaredFile } from './incoming-upload.ts'
import { openUpload } from './receive-upload.ts'

/** `insert` refuses an existing object, `update` requires one, and `upsert` allows both cases. */
export type UploadMode = 'insert' | 'upsert' | 'update'

export interface Upload {
  caller: Caller
  target: ObjectPath
  mode: UploadMode
}

export async function uploadFile(
  storage: StorageDependencies,
  request: FastifyRequest,
  upload: Upload,
) {
  const { caller, target } = upload
  const incoming = await openUpload(request)
  try {
    const rules = await authorizeUpload(storage, upload, incoming.declared)
    const disconnected = abortOnDisconnect(request)
    const store = async () => {
      const receive = (path: string) => incoming.receive({ path, maxBytes: rules.maxBytes })
      const file = await finalizeUpload(storage, { rules, queueKey: caller.queueKey, receive })
      return commitUpload(storage, upload, file)
    }
    const id = await storage.uploadQueue.run(caller.queueKey, store, disconnected)
    return { Id: id, Key: `${target.bucket}/${target.name}` }
  } finally {
    incoming.close()
  }
}

export function wantsUpsert({ headers }: FastifyRequest) {
  return headers['x-upsert'] === 'true'
}

/** Refuses an upload before its file is read if the declared file already breaks the rules. */
function checkDeclared({ upload, size = 0 }: DeclaredFile, rules: FileRules) {
  checkSize(rules, size)
  if (upload.type !== unknownType) checkType(rules, upload.type)
}

/** Returns the metadata for policies before the file is read, with the field names of Supabase Storage. */
function declaredMetadata({ upload, size }: DeclaredFile) {
  const { type, charset, cacheControl } = upload
  return {
    cacheControl,
    ...(type === unknownType ? {} : { mimetype: withCharset(type, charset) }),
    ...(size === undefined ? {} : { size, contentLength: size }),
  }
}

/** Returns a signal that aborts if the client disconnects before the server has read the whole body. */
export function abortOnDisconnect({ raw }: FastifyRequest): AbortSignal {
  const controller = new AbortController()
  const abortUnlessRead = () => {
    if (!raw.readableEnded) controller.abort(uploadAborted())
  }
  raw.once('close', abortUnlessRead)
  if (raw.destroyed) abortUnlessRead()
  return controller.signal
}

/** This error rolls back the transaction and never leaves this file. */
class DryRun extends Error {
  readonly rules: FileRules

  constructor(rules: FileRules) {
    super('This was only a dry run.')
    this.rules = rules
  }
}

/** Throws if the caller may not upload, or if the declared file breaks the rules. */
export async function authorizeUpload(
  storage: StorageDependencies,
  upload: Upload,
  declared?: DeclaredFile,
): Promise<FileRules> {
  const { caller, target } = upload
  try {
    return await transact(storage, caller, async (batch) => {
      const [rows] = await batch([queryFileRules(target), becomeCaller(caller)])
      const rules = rulesForPath(target, readFileRules(rows))
      if (declared) checkDeclared(declared, rules)
      await writeRow(batch, upload, declared && rowOfDeclared(declared))
      throw new DryRun(rules)
    })
  } catch (error) {
    if (error instanceof DryRun) return error.rules
    throw error
  }
}

function rowOfDeclared(declared: DeclaredFile): FileRow {
  const { userMetadata } = declared.upload
  return { version: null, metadata: declaredMetadata(declared), userMetadata }
}

const idRow = z.object({ id: z.string() })

/**
 * Writes the row and returns the object's id. Keeps the file after failures other than a refusal, because the row may
 * exist.
 */
export async function commitUpload(
  storage: StorageDependencies,
  upload: Upload,
  file: FinalizedFile,
): Promise<string> {
  const { caller } = upload
  try {
    return await transact(storage, caller, async (batch) => {
      await batch([becomeCaller(caller)])
      await writeRow(batch, upload, file)
      // The server's role reads the row, because a caller who may write a row may not always read it.
      const text = `select json_build_object('id', id) from storage.objects where version = $1`
      const [, rows = []] = await batch([becomeServer, { text, values: [file.version] }])
      return idRow.parse(rows[0]).id
    })
  } catch (error) {
    if (isRefusal(error)) await storage.files.remove(file.version).catch(leaveToSweep)
    throw error
  }
}

function isRefusal(error: unknown) {
  return error instanceof StorageError && error.status < 500 && !isConnectionLost(error)
}

/** Ignores a failure to remove the file, because the client should get the refusal of its upload. */
function leaveToSweep() {}

const insert = `insert into storage.objects
  (bucket_id, name, version, metadata, user_metadata, owner, owner_id)
  values ($1, $2, $3, $4, $5, $6::uuid, $6)`

const writeStatements: Record<UploadMode, string> = {
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

/** The `version` is null before the file is stored. */
type FileRow = Pick<FinalizedFile, 'metadata' | 'userMetadata'> & { version: string | null }

type RunBatch = (statements: Statement[]) => Promise<unknown[][]>

async function writeRow(
  batch: RunBatch,
  { caller, target, mode }: Upload,
  file?: FileRow,
): Promise<void> {
  const values = [
    target.bucket,
    target.name,
    file?.version ?? null,
    file ? JSON.stringify(file.metadata) : null,
    file?.userMetadata ? JSON.stringify(file.userMetadata) : null,
    // An update replaces the file, but the object keeps its owner.
    ...(mode === 'update' ? [] : [ownerIdOf(caller.identity)]),
  ]
  const visible = `select 'true'::json from storage.objects where bucket_id = $1 and name = $2`
  const [written = [], seen = []] = await batch([
    { text: writeStatements[mode], values },
    { text: visible, values: [target.bucket, target.name] },
  ])
  if (written.length > 0) return
  throw seen.length > 0 ? forbidden() : noSuchObject()
}
