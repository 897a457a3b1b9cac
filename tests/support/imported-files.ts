// Uploads files that an import will copy, and compares the copies with the originals.
import assert from 'node:assert/strict'
import type { SupabaseClient } from '@supabase/supabase-js'
import { connectAsServer, type SignedIn, upload } from './busy-market.ts'
import type { Server } from './server.ts'

/** Uploads as many documents as a user may have. */
export async function uploadOwnFiles({ client, id }: SignedIn) {
  const uploaded = ['resume/cv', 'certification/a', 'certification/b', 'certification/c'].map(
    (name) => `${id}/${name}.pdf`,
  )
  for (const path of uploaded) {
    const { error } = await client.storage
      .from('documents')
      .upload(path, Buffer.from(`%PDF-1.7\n${path}\n%%EOF\n`), { contentType: 'application/pdf' })
    assert.equal(error, null, error?.message)
  }
  return uploaded
}

/** Uses the service role key to upload files of different sizes. */
export async function uploadToArchive(server: Server) {
  const client = connectAsServer(server)
  const uploaded: string[] = []
  for (let number = 0; number < 8; number += 1) {
    uploaded.push(
      await upload(client, `file-${number}`, `number ${number} `.repeat(500 * (number + 1))),
    )
  }
  return uploaded
}

/** Checks that the client of the copy and the client of the original read the same bytes. */
export async function assertSameFiles(
  paths: string[],
  clients: [copy: SupabaseClient, original: SupabaseClient],
) {
  for (const path of paths) {
    const [copy, original] = await Promise.all(
      clients.map(async ({ storage }) => (await storage.from('documents').download(path)).data),
    )
    assert.ok(original, path)
    assert.deepEqual(await copy?.bytes(), await original.bytes())
  }
}
