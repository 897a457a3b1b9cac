import { frameOf } from './frame.ts'
import type { Message, Version } from './message.ts'

export function writeMessage(version: Version, message: Message): Buffer {
  return frameOf(textOf(version, { ...message, payload: JSON.stringify(message.payload) }))
}

/** With a payload that is JSON already. */
function textOf(version: Version, message: Message & { payload: string }) {
  const { joinRef, ref, topic, event, payload } = message
  const text = [joinRef, ref, topic, event].map((part) => JSON.stringify(part))
  if (version === '2.0.0') return `[${text.join(',')},${payload}]`
  const [writtenJoinRef, writtenRef, writtenTopic, writtenEvent] = text
  return `{"join_ref":${writtenJoinRef},"ref":${writtenRef},"topic":${writtenTopic},"event":${writtenEvent},"payload":${payload}}`
}

/** What many get: written once for each version that somebody speaks. */
export class SharedMessage {
  readonly #topic: string
  readonly #event: string
  readonly #payload: string
  readonly #frames = new Map<Version, Buffer>()

  /** The payload is JSON. */
  constructor(topic: string, event: string, payload: string) {
    this.#topic = topic
    this.#event = event
    this.#payload = payload
  }

  frame(version: Version): Buffer {
    const written = this.#frames.get(version)
    if (written) return written
    const head = { joinRef: null, ref: null, topic: this.#topic, event: this.#event }
    const frame = frameOf(textOf(version, { ...head, payload: this.#payload }))
    this.#frames.set(version, frame)
    return frame
  }
}
