/**
 * In version 1.0.0, messages are JSON objects. In version 2.0.0, they are JSON lists, and binary broadcasts are bytes.
 */
export type ProtocolVersion = '1.0.0' | '2.0.0'

export interface ProtocolMessage {
  /** The `ref` of the join that opened the channel, or null for the topic's current channel. */
  joinRef: string | null
  /** A reply has the same `ref` as the message that it answers. */
  ref: string | null
  topic: string
  event: string
  payload: unknown
}

export const protocolVersions: readonly ProtocolVersion[] = ['1.0.0', '2.0.0']

/** Thrown for a message that violates the protocol, which closes the connection. */
export class MalformedMessageError extends Error {
  override name = 'Unreadable'
}
