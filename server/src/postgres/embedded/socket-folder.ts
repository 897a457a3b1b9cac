import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Place } from './place.ts'

// The kernel's limit for the whole path is 107 bytes on Linux and 103 on macOS.
const longest = 100
const fileName = '/.s.PGSQL.5432.lock'

/** The cluster's own folder, which only its user may enter, or a short one like it. */
export async function socketFolder({ cluster, user }: Place) {
  if (Buffer.byteLength(cluster + fileName) <= longest) return cluster
  const folder = await mkdtemp(join(tmpdir(), 'mendwell-'))
  if (user) await chown(folder, user.uid, user.gid)
  return folder
}

/** A folder that was made for the socket alone goes with it. */
export async function removeSocketFolder({ cluster }: Place, socket: string) {
  if (socket !== cluster) await rm(socket, { recursive: true, force: true })
}
