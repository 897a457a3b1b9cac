// Broadcasts as bytes, in version 2.0.0: realtime-js/src/lib/serializer.ts is their definition.
import { frameOf } from './frame.ts'
import type { Message } from './message.ts'
import { Unreadable } from './read-errors.ts'

/** What a client sends, and what it gets. */
const push = 3
const broadcast = 4
const asJson = 1
const longestPart = 255

export function readUserBroadcast(data: Buffer): Message {
  if (data[0] !== push || data.length < 7) throw new Unreadable('This is no broadcast.')
  const lengths = [...data.subarray(1, 6)]
  let at = 7
  const [joinRef = '', ref = '', topic = '', event = '', metadata = ''] = lengths.map((length) => {
    at += length
    return textOf(data.subarray(at - length, at))
  })
  if (at > data.length) throw new Unreadable('This broadcast is cut off.')
  const content = contentOf(data.subarray(at), data[6] === asJson)
  return {
    joinRef: joinRef || null,
    ref: ref || null,
    topic,
    event: 'broadcast',
    payload: { type: 'broadcast', event, ...metadataIn(metadata), ...content },
  }
}

/** Bytes that are none would become longer ones. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function textOf(bytes: Buffer) {
  try {
    return utf8.decode(bytes)
  } catch {
    throw new Unreadable('This broadcast is not in UTF-8.')
  }
}

function contentOf(bytes: Buffer, isJson: boolean) {
  // The bytes of a frame are only lent to us.
  return isJson ? { payload: parse(textOf(bytes)) } : { bytes: Buffer.from(bytes) }
}

function metadataIn(text: string) {
  const metadata = text === '' ? {} : parse(text)
  return typeof metadata === 'object' && metadata !== null ? { metadata } : {}
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Unreadable('This broadcast is not the JSON that it says it is.')
  }
}

interface Said {
  topic: string
  event: string
  meta: object
  bytes: Buffer
}

export function userBroadcastFrame({ topic, event, meta, bytes }: Said): Buffer {
  const parts = [topic, event, JSON.stringify(meta)].map((part) => Buffer.from(part))
  const lengths = parts.map(({ length }) => length)
  // One byte tells each: a longer part would run into the next, and could forge it.
  if (lengths.some((length) => length > longestPart)) throw new RangeError('A part is too long.')
  const head = [broadcast, ...lengths, 0]
  return frameOf(Buffer.concat([Buffer.from(head), ...parts, bytes]))
}
