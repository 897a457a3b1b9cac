// Opens the database for a command, even if a server is running on it.
import { type Database, openDatabase, openPool } from './database.ts'
import { AlreadyRunningError } from './embedded/owner-lock.ts'

export type CommandDatabase = Pick<Database, 'pool' | 'isEmbedded' | 'close'> & {
  /** If false, the command owns the database until it calls `close`. */
  mayBeInUse: boolean
}

export async function openForCommand(
  options: Parameters<typeof openDatabase>[0],
): Promise<CommandDatabase> {
  try {
    return { ...(await openDatabase(options)), mayBeInUse: options.databaseUrls !== undefined }
  } catch (error) {
    if (!(error instanceof AlreadyRunningError)) throw error
    const pool = openPool(error.connection, options.connections.server, options.log)
    return { pool, isEmbedded: true, mayBeInUse: true, close: () => pool.end() }
  }
}
