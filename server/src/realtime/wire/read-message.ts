// What clients send, parsed at the edge.
import { z } from 'zod'
import type { Message, Version } from './message.ts'
import { Unreadable } from './read-errors.ts'
import { readUserBroadcast } from './user-broadcast.ts'

const ref = z.string().max(255).nullish().default(null)
const topic = z.string().max(500)
const event = z.string().max(255)

const list = z
  .tuple([ref, ref, topic, event, z.unknown()])
  .transform(([joinRef, own, name, what, payload]) => ({
    joinRef,
    ref: own,
    topic: name,
    event: what,
    payload,
  }))

const object = z
  .object({ join_ref: ref, ref, topic, event, payload: z.unknown().optional() })
  .transform(({ join_ref: joinRef, payload, ...message }) => ({ ...message, joinRef, payload }))

export function readMessage(version: Version, data: Buffer, isBinary: boolean): Message {
  if (isBinary && version === '1.0.0') throw new Unreadable('Version 1.0.0 has no binary messages.')
  if (isBinary) return readUserBroadcast(data)
  const read = (version === '1.0.0' ? object : list).safeParse(parse(data.toString()))
  if (!read.success) throw new Unreadable('This is no message of this protocol.')
  return read.data
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
