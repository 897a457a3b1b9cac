import type { ProtocolMessage, ProtocolVersion } from './message.ts'

export function writeMessage(version: ProtocolVersion, message: ProtocolMessage): Buffer {
  return encodeFrame(encodeText(version, { ...message, payload: JSON.stringify(message.payload) }))
}

/** Encodes a message whose payload is already JSON. */
function encodeText(version: ProtocolVersion, message: ProtocolMessage & { payload: string }) {
  const { joinRef, ref, topic, event, payload } = message
  const text = [joinRef, ref, topic, event].map((part) => JSON.stringify(part))
  if (version === '2.0.0') return `[${text.join(',')},${payload}]`
  const [joinRefJson, refJson, topicJson, eventJson] = text
  return `{"join_ref":${joinRefJson},"ref":${refJson},"topic":${topicJson},"event":${eventJson},"payload":${payload}}`
}

/** A message for many clients, encoded once for each protocol version. */
export class SharedMessage {
  readonly #topic: string
  readonly #event: string
  readonly #payload: string
  readonly #frames = new Map<ProtocolVersion, Buffer>()

  /** @param payload  The payload as JSON. */
  constructor(topic: string, event: string, payload: string) {
    this.#topic = topic
    this.#event = event
    this.#payload = payload
  }

  frame(version: ProtocolVersion): Buffer {
    const encoded = this.#frames.get(version)
    if (encoded) return encoded
    const head = { joinRef: null, ref: null, topic: this.#topic, event: this.#event }
    const frame = encodeFrame(encodeText(version, { ...head, payload: this.#payload }))
    this.#frames.set(version, frame)
    return frame
  }
}

// Builds one frame for many clients, because the ws package would build one for each. See
// https://www.rfc-editor.org/rfc/rfc6455#section-5.2.
const final = 0x80
const asText = 0x1
const asBinary = 0x2

export function encodeFrame(payload: string | Buffer): Buffer {
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
