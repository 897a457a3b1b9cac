// Starts a server for tests of resumable uploads, and sends single requests of the TUS protocol.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import { signedIn, startApp, temporaryFolder } from './app.ts'
import { silentLog } from './release.ts'
import { productDatabase } from './test-database.ts'

export interface User {
  id: string
  headers: { authorization: string }
}

interface NewUpload {
  bucket: string
  name: string
  size: number
  fields?: Record<string, string>
  headers?: Record<string, string>
}

export const protocol = { 'tus-resumable': '1.0.0' }
export const partType = { 'content-type': 'application/offset+octet-stream' }

export function metadataHeader(fields: Record<string, string>) {
  return Object.entries(fields)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',')
}

export async function startUploadServer() {
  const [dataFolder, database] = [await temporaryFolder(), await productDatabase()]
  const app = await startApp({ DATA_DIR: dataFolder }, silentLog, { shared: database })
  const { ask, pool, port, secrets } = app
  const site = `http://127.0.0.1:${port}`
  const server = createClient(site, secrets.serviceRoleKey)

  /** Creates a private bucket in which each user can reach only the folder named by the user's id. */
  async function createBucket(
    options: { fileSizeLimit?: number; allowedMimeTypes?: string[] } = {},
  ) {
    const id = `bucket-${randomUUID()}`
    const created = await server.storage.createBucket(id, { public: false, ...options })
    assert.equal(created.error, null)
    await pool.query(`create policy "${id}" on storage.objects to authenticated
      using (bucket_id = '${id}' and (storage.foldername(name))[1] = auth.uid()::text)
      with check (bucket_id = '${id}' and (storage.foldername(name))[1] = auth.uid()::text)`)
    return id
  }

  function createUser(): User {
    const id = randomUUID()
    return { id, headers: signedIn(secrets, id) }
  }

  function start(user: User, { bucket, name, size, fields = {}, headers = {} }: NewUpload) {
    const metadata = { bucketName: bucket, objectName: name, contentType: 'text/plain', ...fields }
    return ask('/storage/v1/upload/resumable', {
      method: 'POST',
      headers: {
        ...protocol,
        ...user.headers,
        'upload-length': String(size),
        'upload-metadata': metadataHeader(metadata),
        ...headers,
      },
    })
  }

  async function started(user: User, upload: NewUpload) {
    const { status, headers, body } = await start(user, upload)
    assert.equal(status, 201, body)
    return String(headers.location)
  }

  function sendPart(user: User, url: string, { offset, body }: { offset: number; body: string }) {
    const headers = { ...protocol, ...user.headers, ...partType, 'upload-offset': String(offset) }
    return ask(url, { method: 'PATCH', headers, body })
  }

  async function offsetOf(user: User, url: string) {
    const reply = await ask(url, { method: 'HEAD', headers: { ...protocol, ...user.headers } })
    return [reply.status, reply.headers['upload-offset']]
  }

  async function contentOf(bucket: string, name: string) {
    const { data } = await server.storage.from(bucket).download(name)
    return data === null ? undefined : data.text()
  }

  const requests = { start, started, sendPart, offsetOf, contentOf, createBucket, createUser }
  return { ...app, ...requests, dataFolder, database, site, server }
}
