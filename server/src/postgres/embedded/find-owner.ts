// Finds the server that owns a data folder. This module imports little, so a second server is refused early.
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'
import { explainOwner, isAlive, ownerOf } from './owner-lock.ts'
import { probeServer, readPidFile } from './postgres-process.ts'

/** An owner that is about to end gets this long to release the lock. */
const endTimeoutMs = 500
const pollMs = 100

/** Resolves with a sentence about the owner, or with undefined if the data folder seems to be free. */
export async function findOwner(dataFolder: string): Promise<string | undefined> {
  const connection = await findConnection(dataFolder)
  if (!connection) return undefined
  const client = new Client(connection)
  client.on('error', () => undefined)
  try {
    await client.connect()
    const owner = await waitForOwner(client)
    return owner && explainOwner(dataFolder, owner)
  } catch {
    // PostgreSQL may be stopping, so the server checks the owner lock again later.
    return undefined
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function findConnection(dataFolder: string): Promise<ClientConfig | undefined> {
  const cluster = await realpath(join(dataFolder, 'postgres')).catch(() => undefined)
  const file = cluster && (await readPidFile({ cluster }))
  // In a copied data folder, the pid file leads to the PostgreSQL of the original, which has another cluster.
  if (!file || (await probeServer(file.socket)) !== cluster) return undefined
  return { host: file.socket, user: 'postgres', database: 'postgres' }
}

/** Resolves with the owner's pid if the owner still runs and holds the lock after the timeout. */
async function waitForOwner(client: Client) {
  const deadline = Date.now() + endTimeoutMs
  for (;;) {
    const owner = await ownerOf(client)
    if (owner === undefined || !isAlive(Number(owner))) return undefined
    if (Date.now() > deadline) return owner
    await sleep(pollMs)
  }
}
