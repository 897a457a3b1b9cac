// Runs PgBouncer from its Debian package.
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../../tests/support/free-port.ts'
import { until } from '../../tests/support/server.ts'
import { queryOnce, type DatabaseAddress } from '../../tests/support/query-once.ts'
import { createPostgresFolder, startProgram } from './postgres.ts'

const program = '/usr/sbin/pgbouncer'

/** Starts PgBouncer, which opens at most `maxConnections` database connections for any number of clients. */
export async function startPgBouncer(
  database: DatabaseAddress,
  mode: 'transaction' | 'session',
  maxConnections: number,
) {
  if (!existsSync(program)) {
    throw new Error('This drill needs PgBouncer (Debian: apt-get install pgbouncer).')
  }
  const folder = await createPostgresFolder()
  const port = await freePort()
  const users = join(folder, 'users.txt')
  await writeFile(users, '"postgres" ""\n"authenticator" ""\n')
  const settings = join(folder, 'pgbouncer.ini')
  await writeFile(
    settings,
    `[databases]
* = host=${database.host}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = ${mode}
default_pool_size = ${maxConnections}
`,
  )
  const child = startProgram(program, [settings])
  const address = { ...database, host: '127.0.0.1', port }
  await until(() =>
    queryOnce(address, 'select').then(
      () => true,
      () => false,
    ),
  )
  const urlFor = (user: string) => `postgres://${user}@127.0.0.1:${port}/${database.database}`
  return { urlFor, address, stop: () => child.kill('SIGTERM') }
}
