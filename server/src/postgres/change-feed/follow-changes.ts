// The changes of the database, for this server; and its word to the others that share it.
import type { Log } from '../../log.ts'
import type { Pool } from '../database.ts'
import { listen } from '../listen.ts'
import { Bell, changesChannel } from './bell.ts'
import { type Change, ChangeFeed } from './change-feed.ts'

export type { Change }

export interface Changes {
  /** This server committed something. */
  committed: () => void
  close: () => Promise<void>
}

interface Options {
  pool: Pool
  log: Log
  /** False where this server is alone with its database, and its own word is enough. */
  isShared: boolean
  isWanted: () => boolean
  heard: (changes: Change[], isCutOff: boolean) => Promise<void>
}

export async function followChanges({ isShared, ...options }: Options): Promise<Changes> {
  const { pool, log } = options
  const feed = await ChangeFeed.open(options)
  if (!isShared) return { committed: () => feed.wake(), close: () => feed.close() }
  const bell = new Bell(pool, log)
  const endListening = await listen(pool, changesChannel, { heard: async () => feed.wake(), log })
  return {
    committed: () => {
      feed.wake()
      bell.ring()
    },
    close: async () => {
      await Promise.all([feed.close(), bell.close(), endListening()])
    },
  }
}
