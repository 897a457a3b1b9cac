// Reads and writes the binary broadcasts of protocol version 2.0.0. realtime-js/src/lib/serializer.ts defines the
// format.
import { MalformedMessageError, type ProtocolMessage } from './message.ts'
import { encodeFrame } from './write-message.ts'

const pushKind = 3
const broadcastKind = 4
const jsonEncoding = 1
const maxPartBytes = 255

export function readBinaryBroadcast(data: Buffer): ProtocolMessage {
  if (data[0] !== pushKind || data.length < 7)
    throw new MalformedMessageError('This is not a broadcast.')
  const lengths = [...data.subarray(1, 6)]
  let at = 7
  const [joinRef = '', ref = '', topic = '', event = '', metadata = ''] = lengths.map((length) => {
    at += length
    return decodeUtf8(data.subarray(at - length, at))
  })
  if (at > data.length) throw new MalformedMessageError('This broadcast is incomplete.')
  const content = contentOf(data.subarray(at), data[6] === jsonEncoding)
  return {
    joinRef: joinRef || null,
    ref: ref || null,
    topic,
    event: 'broadcast',
    payload: { type: 'broadcast', event, ...metadataIn(metadata), ...content },
  }
}

/** A lenient decoder would replace an invalid byte by three bytes, so a name could become too long. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decodeUtf8(bytes: Buffer) {
  try {
    return utf8.decode(bytes)
  } catch {
    throw new MalformedMessageError('This broadcast is not in UTF-8.')
  }
}

function contentOf(bytes: Buffer, isJson: boolean) {
  // Copy the bytes, because the buffer of the frame is reused.
  return isJson ? { payload: parseJson(decodeUtf8(bytes)) } : { bytes: Buffer.from(bytes) }
}

function metadataIn(text: string) {
  const metadata = text === '' ? {} : parseJson(text)
  return typeof metadata === 'object' && metadata !== null ? { metadata } : {}
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new MalformedMessageError('This broadcast claims to be JSON but is not.')
  }
}

interface BinaryBroadcast {
  topic: string
  event: string
  meta: object
  bytes: Buffer
}

export function encodeBinaryBroadcast({ topic, event, meta, bytes }: BinaryBroadcast): Buffer {
  const parts = [topic, event, JSON.stringify(meta)].map((part) => Buffer.from(part))
  const lengths = parts.map(({ length }) => length)
  // A length is sent as one byte. With a larger length the reader would cut the parts at wrong places.
  if (lengths.some((length) => length > maxPartBytes)) throw new RangeError('A part is too long.')
  const head = [broadcastKind, ...lengths, 0]
  return encodeFrame(Buffer.concat([Buffer.from(head), ...parts, bytes]))
}
