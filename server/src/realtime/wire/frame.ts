// One frame of a server, whole and unmasked: https://www.rfc-editor.org/rfc/rfc6455#section-5.2
// Built here and not by ws, so that what many get is built once.
const final = 0x80
const asText = 0x1
const asBinary = 0x2

export function frameOf(payload: string | Buffer): Buffer {
  const isText = typeof payload === 'string'
  const length = isText ? Buffer.byteLength(payload) : payload.length
  const head = headLength(length)
  const frame = Buffer.allocUnsafe(head + length)
  frame[0] = final | (isText ? asText : asBinary)
  writeLength(frame, length)
  if (isText) frame.write(payload, head)
  else payload.copy(frame, head)
  return frame
}

function headLength(length: number) {
  if (length < 126) return 2
  return length < 65_536 ? 4 : 10
}

function writeLength(frame: Buffer, length: number) {
  if (length < 126) {
    frame[1] = length
  } else if (length < 65_536) {
    frame[1] = 126
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = 127
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
}
