import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** Starts a proxy. After `startCutting`, the proxy cuts all its connections every one to three seconds. */
export async function startCuttingProxy(port: number) {
  const sockets = new Set<Socket>()
  const server = createServer((clientSocket) => {
    const serverSocket = connect(port, '127.0.0.1')
    for (const socket of [clientSocket, serverSocket]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        clientSocket.destroy()
        serverSocket.destroy()
      })
    }
    clientSocket.pipe(serverSocket).pipe(clientSocket)
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
  const startCutting = () => {
    timer = setTimeout(cut, 1000)
  }
  const close = () => {
    clearTimeout(timer)
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  const address = server.address()
  const ownPort = typeof address === 'object' ? (address?.port ?? 0) : 0
  return { url: `http://127.0.0.1:${ownPort}`, cutCount: () => count, startCutting, close }
}
