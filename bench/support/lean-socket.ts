// Opens a WebSocket with little work for each frame, because the clients share the processor with the server.
import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'

const headEnd = '\r\n\r\n'
const finalTextFrame = 0x81
/** The client must set the mask bit. With a key of zeros, the payload stays as it is. */
const maskBit = 0x80
const maskKey = Buffer.alloc(4)

export interface LeanSocket {
  send: (text: string) => void
  close: () => void
}

export async function openLeanSocket(
  url: URL,
  onFrame: (payload: Buffer) => void,
): Promise<LeanSocket> {
  const socket = connect(Number(url.port), url.hostname)
  const rest = await upgrade(socket, url)
  const read = frameReader(onFrame)
  read(rest)
  socket.on('data', read)
  return {
    send: (text) => socket.write(maskedFrame(Buffer.from(text))),
    close: () => socket.destroy(),
  }
}

/** Resolves to the bytes after the head of the response. */
function upgrade(socket: Socket, { host, pathname, search }: URL): Promise<Buffer> {
  const key = randomBytes(16).toString('base64')
  socket.write(
    `GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      `Sec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13${headEnd}`,
  )
  return new Promise((resolve, reject) => {
    let head = Buffer.alloc(0)
    socket.on('error', reject)
    const onData = (chunk: Buffer) => {
      head = Buffer.concat([head, chunk])
      const end = head.indexOf(headEnd)
      if (end === -1) return
      socket.off('data', onData)
      const text = head.toString('latin1', 0, end)
      if (text.startsWith('HTTP/1.1 101')) resolve(head.subarray(end + headEnd.length))
      else reject(new Error(text))
    }
    socket.on('data', onData)
  })
}

function frameReader(onFrame: (payload: Buffer) => void) {
  let buffered: Buffer | undefined
  return (chunk: Buffer) => {
    let rest = buffered ? Buffer.concat([buffered, chunk]) : chunk
    for (let frame = frameIn(rest); frame; frame = frameIn(rest)) {
      onFrame(rest.subarray(frame.start, frame.end))
      rest = rest.subarray(frame.end)
    }
    buffered = rest.length > 0 ? rest : undefined
  }
}

/** Returns the position of the payload of the first frame, or undefined if the frame is not complete. */
function frameIn(bytes: Buffer) {
  if (bytes.length < 4) return undefined
  const short = bytes.readUInt8(1)
  const start = short === 126 ? 4 : 2
  if (short > 126) throw new Error('The frame is longer than 65,535 bytes.')
  const end = start + (short === 126 ? bytes.readUInt16BE(2) : short)
  return end <= bytes.length ? { start, end } : undefined
}

function maskedFrame(payload: Buffer) {
  const head = Buffer.from([finalTextFrame, maskBit + Math.min(payload.length, 126)])
  if (payload.length < 126) return Buffer.concat([head, maskKey, payload])
  const length = Buffer.alloc(2)
  length.writeUInt16BE(payload.length)
  return Buffer.concat([head, length, maskKey, payload])
}
