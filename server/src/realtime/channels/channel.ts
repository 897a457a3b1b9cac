import { z } from 'zod'
import type { Identity } from '../../http/identity.ts'
import { isNestedDeeperThan } from '../../json-depth.ts'
import type { ProtocolVersion } from '../protocol/message.ts'
import { writeMessage } from '../protocol/write-message.ts'

/** Receives the frames of a channel. */
export interface FrameSink {
  readonly version: ProtocolVersion
  send: (frame: Buffer) => void
}

/** The extensions that the user may read and write on the topic: "broadcast" and "presence". */
export interface ChannelRights {
  readable: ReadonlySet<string>
  writable: ReadonlySet<string>
  checkedAtMs: number
}

/** One client's membership in a topic, from its join to its end. */
export interface Channel {
  readonly sink: FrameSink
  /** The topic as clients send it: `realtime:` and the name. */
  readonly topic: string
  readonly name: string
  readonly joinRef: string | null
  readonly isPrivate: boolean
  readonly receivesOwn: boolean
  readonly wantsAck: boolean
  readonly presenceKey: string
  wantsPresence: boolean
  identity: Identity
  rights: ChannelRights
  isOpen: boolean
  /** The ids of the broadcasts from SQL that were delivered during a replay. */
  readonly deliveredIds: Set<string>
  isReplaying: boolean
}

export type Room = Pick<Channel, 'isPrivate' | 'name'>

/** A private topic and a public topic with the same name have different rooms. */
export function roomKeyOf({ isPrivate, name }: Room) {
  return `${isPrivate ? 'private' : 'public'}:${name}`
}

export function sendEvent({ sink, topic, joinRef }: Channel, event: string, payload: unknown) {
  sink.send(writeMessage(sink.version, { joinRef, ref: null, topic, event, payload }))
}

/** Sends an event about the channel itself. */
export function sendSystemEvent(
  channel: Channel,
  extension: 'system' | 'postgres_changes',
  status: 'ok' | 'error',
  message: string,
) {
  sendEvent(channel, 'system', { channel: channel.name, extension, status, message })
}

/** The channels on this server, by room. */
export class Rooms {
  readonly #rooms = new Map<string, Set<Channel>>()

  get count() {
    return this.#rooms.size
  }

  get channelCount() {
    return this.#rooms.values().reduce((sum, { size }) => sum + size, 0)
  }

  add(channel: Channel) {
    const room = this.#rooms.get(roomKeyOf(channel)) ?? new Set()
    room.add(channel)
    this.#rooms.set(roomKeyOf(channel), room)
  }

  remove(channel: Channel) {
    const room = this.#rooms.get(roomKeyOf(channel))
    room?.delete(channel)
    if (room?.size === 0) this.#rooms.delete(roomKeyOf(channel))
  }

  channelsIn(room: string): Iterable<Channel> {
    return this.#rooms.get(room) ?? []
  }
}

export const topicPrefix = 'realtime:'
/** The protocol has one byte for the length of each name in a binary broadcast. */
const maxNameBytes = 255

/** The name of a topic without its prefix. */
export const topicName = z
  .string()
  .min(1, 'A name is required.')
  .refine((name) => fits(topicPrefix + name), 'The limit is 255 bytes.')
  .refine(isStorable, 'NUL and incomplete characters are not allowed.')

export const eventName = z
  .string()
  .refine(fits, 'The limit is 255 bytes.')
  .refine(isStorable, 'NUL and incomplete characters are not allowed.')

const maxPayloadDepth = 100

/** Limits the levels, because deep JSON could overflow the stack of the server, PostgreSQL or a client. */
export const payloadSchema = z
  .unknown()
  .refine((payload) => !isNestedDeeperThan(maxPayloadDepth, payload), {
    error: `A payload can have at most ${maxPayloadDepth} levels.`,
  })
  .optional()

/** PostgreSQL can store neither NUL nor a lone surrogate. */
function isStorable(name: string) {
  return name.isWellFormed() && !name.includes('\0')
}

function fits(name: string) {
  return Buffer.byteLength(name) <= maxNameBytes
}
