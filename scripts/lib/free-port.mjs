import { once } from 'node:events'
import { createServer } from 'node:net'

/** Returns a port that no process listens on at the moment. */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' ? address?.port : undefined
}
