import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** Starts a proxy. After a call of `begin`, the proxy cuts all its connections every one to three seconds. */
export async function cuttingProxy(port: number) {
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.pipe(far).pipe(near)
  })
  let count = 0
  let timer: NodeJS.Timeout | undefined
  const cut = () => {
    for (const socket of sockets) socket.destroy()
    count += 1
    timer = setTimeout(cut, 1000 + Math.random() * 2000)
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const begin = () => {
    timer = setTimeout(cut, 1000)
  }
  const close = () => {
    clearTimeout(timer)
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  const address = server.address()
  const own = typeof address === 'object' ? (address?.port ?? 0) : 0
  return { url: `http://127.0.0.1:${own}`, cuts: () => count, begin, close }
}
