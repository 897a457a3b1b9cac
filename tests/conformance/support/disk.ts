// Lists the files that the server under test stores in its data folder or in a bucket.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { query } from './database.ts'
import { target } from './target.ts'

const folder = join(target.dataFolder, 'files')

const bucket = process.env['CONFORMANCE_BUCKET']

/** Lists the files of uploads in progress. */
export function listIncoming() {
  return readdir(join(folder, '.incoming'))
}

export async function versionsOnDisk() {
  const names = bucket ? await keysIn(bucket) : await readdir(folder, { recursive: true })
  return new Set(
    names
      .filter((name) => !name.startsWith('.incoming/'))
      .map((name) => name.split('/').at(-1) ?? '')
      .filter((name) => name.length === 36),
  )
}

async function keysIn(serviceUrl: string) {
  return z.array(z.string()).parse(await (await fetch(`${serviceUrl}/-/keys`)).json())
}

const rows = z.array(z.object({ version: z.string() }))

export async function versionsOf(owner: string) {
  const objects = await query('select version from storage.objects where owner_id = $1', [owner])
  return rows.parse(objects).map(({ version }) => version)
}
