import { once } from 'node:events'
import { connect, createServer } from 'node:net'

/** Starts a proxy that drops this share of the responses by cutting the connection. */
export async function losingProxy(port: number, share: number) {
  let lost = 0
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    for (const socket of [near, far]) {
      socket.on('error', () => {})
      socket.on('close', () => {
        near.destroy()
        far.destroy()
      })
    }
    near.pipe(far)
    far.on('data', (bytes) => {
      if (Math.random() < share) {
        lost += 1
        near.destroy()
      } else {
        near.write(bytes)
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const own = typeof address === 'object' ? (address?.port ?? 0) : 0
  return { url: `http://127.0.0.1:${own}`, lost: () => lost, close: () => server.close() }
}
