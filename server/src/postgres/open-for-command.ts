// Opens the database for a command, which may run beside a server or without one.
import { type Database, openDatabase, openPool } from './database.ts'
import { AlreadyRunningError } from './embedded/owner-lock.ts'

export type CommandDatabase = Pick<Database, 'pool' | 'isEmbedded' | 'close'> & {
  /** A server may be running on this database. If not, the command owns it until it closes it. */
  mayBeInUse: boolean
}

export async function openForCommand(
  options: Parameters<typeof openDatabase>[0],
): Promise<CommandDatabase> {
  try {
    return { ...(await openDatabase(options)), mayBeInUse: options.databaseUrls !== undefined }
  } catch (error) {
    if (!(error instanceof AlreadyRunningError)) throw error
    const pool = openPool(error.connection, options.log)
    return { pool, isEmbedded: true, mayBeInUse: true, close: () => pool.end() }
  }
}
