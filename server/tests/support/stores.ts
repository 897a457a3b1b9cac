// Opens the two kinds of file stores for tests.
import { randomUUID } from 'node:crypto'
import { rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after } from 'node:test'
import { startS3 } from '../../../tests/support/s3/s3-server.ts'
import { readConfig } from '../../src/config/config.ts'
import type { FileStore } from '../../src/files/file-store.ts'
import { openFolderStore } from '../../src/files/folder-store.ts'
import { defaultTimeouts } from '../../src/files/s3-client.ts'
import { openS3Store } from '../../src/files/s3-store.ts'
import { ImageCache } from '../../src/storage/images/image-cache.ts'
import { temporaryFolder } from './app.ts'

export async function openFolder() {
  const folder = await temporaryFolder()
  const files = await openFolderStore(folder)
  const makeOld = (version: string) =>
    utimes(join(folder, 'files', version.slice(0, 2), version), 0, 0)
  return { folder, files, pictures: new ImageCache(folder), storeFile: storeFileIn(files), makeOld }
}

type ServiceKind = Parameters<typeof startS3>[0]

export async function openBucket(serviceKind?: ServiceKind, timeouts = defaultTimeouts) {
  const folder = await temporaryFolder()
  const service = await startS3(serviceKind)
  after(service.close)
  const { s3 } = readConfig(service.settings)
  if (!s3) throw new Error('The bucket is not configured.')
  const files = await openS3Store(s3, folder, timeouts)
  after(() => files.close())
  const makeOld = async (version: string) => {
    const object = service.objects.get(`${version.slice(0, 2)}/${version}`)
    if (object) object.changedAt = new Date(0)
  }
  const pictures = new ImageCache(folder)
  return { folder, files, pictures, storeFile: storeFileIn(files), makeOld, service, bucket: s3 }
}

export const stores = [
  ['a folder', openFolder],
  ['a bucket', () => openBucket({ pageSize: 2 })],
] as const

function storeFileIn(files: FileStore) {
  return async (content: string | Buffer = 'hello') => {
    const [path, version] = [files.incomingPath(), randomUUID()]
    await writeFile(path, content)
    await files.store(path, version)
    await rm(path, { force: true })
    return version
  }
}

export const helloFile = { size: 5 }

export async function hasFile(files: FileStore, version: string) {
  return (await files.findMissing([version])).length === 0
}

export async function readText(stream: AsyncIterable<unknown> | undefined) {
  return stream
    ? Buffer.concat(await Array.fromAsync(stream, (part) => Buffer.from(String(part)))).toString()
    : undefined
}
