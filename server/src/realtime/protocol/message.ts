/** Version 1.0.0 writes messages as objects. Version 2.0.0 writes messages as lists, and binary broadcasts as bytes. */
export type ProtocolVersion = '1.0.0' | '2.0.0'

export interface ProtocolMessage {
  /** The `ref` of the join that opened the channel. Null means the topic's current channel. */
  joinRef: string | null
  /** Matches a reply to its message. */
  ref: string | null
  topic: string
  event: string
  payload: unknown
}

export const protocolVersions: readonly ProtocolVersion[] = ['1.0.0', '2.0.0']

/** The message violates the protocol, so the connection is closed. */
export class MalformedMessageError extends Error {
  override name = 'Unreadable'
}
