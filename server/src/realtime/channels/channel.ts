import type { Identity } from '../../http/identity.ts'
import type { Version } from '../wire/message.ts'
import { writeMessage } from '../wire/write-message.ts'

/** Where a channel's frames go. */
export interface Outlet {
  readonly version: Version
  send: (frame: Buffer) => void
}

/** What its person may do in it: hear and speak, by "broadcast" and "presence". */
export interface Rights {
  hear: ReadonlySet<string>
  speak: ReadonlySet<string>
  /** When this was found out, in milliseconds. */
  at: number
}

/** One client's part in a topic, from its join to its end. */
export interface Channel {
  readonly outlet: Outlet
  /** As the client calls it: realtime:name. */
  readonly topic: string
  readonly name: string
  readonly joinRef: string | null
  readonly isPrivate: boolean
  readonly hearsItself: boolean
  readonly wantsReceipts: boolean
  readonly presenceKey: string
  followsPresence: boolean
  identity: Identity
  rights: Rights
  isOpen: boolean
  /** Of what the database said, where some of it is replayed. */
  readonly heard: Set<string>
  isReplaying: boolean
}

export type Room = Pick<Channel, 'isPrivate' | 'name'>

/** A private topic and a public one of the same name are strangers to each other. */
export function roomOf({ isPrivate, name }: Room) {
  return `${isPrivate ? 'private' : 'public'}:${name}`
}

export function tell({ outlet, topic, joinRef }: Channel, event: string, payload: unknown) {
  outlet.send(writeMessage(outlet.version, { joinRef, ref: null, topic, event, payload }))
}

/** What happened to the channel itself, for whoever listens to "system". */
export function tellSystem(
  channel: Channel,
  extension: 'system' | 'postgres_changes',
  status: 'ok' | 'error',
  message: string,
) {
  tell(channel, 'system', { channel: channel.name, extension, status, message })
}
