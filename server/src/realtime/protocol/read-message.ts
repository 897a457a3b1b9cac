import { z } from 'zod'
import { readBinaryBroadcast } from './binary-broadcast.ts'
import { MalformedMessageError, type ProtocolMessage, type ProtocolVersion } from './message.ts'

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

export function readMessage(
  version: ProtocolVersion,
  data: Buffer,
  isBinary: boolean,
): ProtocolMessage {
  if (isBinary && version === '1.0.0')
    throw new MalformedMessageError('Version 1.0.0 has no binary messages.')
  if (isBinary) return readBinaryBroadcast(data)
  const read = (version === '1.0.0' ? object : list).safeParse(parse(data.toString()))
  if (!read.success) throw new MalformedMessageError('This is not a message of this protocol.')
  return read.data
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
