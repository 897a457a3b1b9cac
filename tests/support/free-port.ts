import { once } from 'node:events'
import { createServer } from 'node:net'

/** Finds a port on which no program listens at the moment. */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}
