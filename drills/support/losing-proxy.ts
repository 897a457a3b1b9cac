import { once } from 'node:events'
import { connect, createServer } from 'node:net'

/**
 * Starts a proxy in front of a server. Each time that the server sends data, the proxy decides at
 * random. With the probability `share` it cuts the connection, and otherwise it passes the data on.
 */
export async function startLosingProxy(port: number, share: number) {
  let lostCount = 0
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1')
    for (const socket of [client, upstream]) {
      socket.on('error', () => {})
      socket.on('close', () => {
        client.destroy()
        upstream.destroy()
      })
    }
    client.pipe(upstream)
    upstream.on('data', (bytes) => {
      if (Math.random() < share) {
        lostCount += 1
        client.destroy()
      } else {
        client.write(bytes)
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const proxyPort = typeof address === 'object' ? (address?.port ?? 0) : 0
  return {
    url: `http://127.0.0.1:${proxyPort}`,
    lostCount: () => lostCount,
    close: () => server.close(),
  }
}
