// The database for a command that works beside a server, or where none runs.
import { type Database, openDatabase, openPool } from './database.ts'
import { AlreadyRunning } from './owner-lock.ts'

export type Beside = Pick<Database, 'pool' | 'isEmbedded' | 'close'> & {
  /** A server sees to the rest of it; else it is ours until it is closed. */
  isInUse: boolean
}

export async function openBeside(options: Parameters<typeof openDatabase>[0]): Promise<Beside> {
  try {
    return { ...(await openDatabase(options)), isInUse: options.databaseUrls !== undefined }
  } catch (error) {
    if (!(error instanceof AlreadyRunning)) throw error
    const pool = openPool(error.connection, options.log)
    return { pool, isEmbedded: true, isInUse: true, close: () => pool.end() }
  }
}
