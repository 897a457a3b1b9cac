/** Version 1.0.0 writes messages as objects. Version 2.0.0 writes messages as lists, and binary broadcasts as bytes. */
export type ProtocolVersion = '1.0.0' | '2.0.0'

export interface ProtocolMessage {
  /** The join of the channel that the message belongs to. Null means the current one. */
  joinRef: string | null
  /** Matches a reply to its message. */
  ref: string | null
  topic: string
  event: string
  payload: unknown
}

export const protocolVersions: readonly ProtocolVersion[] = ['1.0.0', '2.0.0']

/** No client of this protocol would send such a message. */
export class MalformedMessageError extends Error {
  override name = 'Unreadable'
}
