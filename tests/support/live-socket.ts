// Sends and receives single frames of the realtime protocol, without a client library.
import { once } from 'node:events'
import { z } from 'zod'
import { until } from './until.ts'

const frameSchema = z.tuple([z.unknown(), z.unknown(), z.string(), z.string(), z.unknown()])

export interface ReceivedFrame {
  ref: unknown
  topic: string
  event: string
  payload: unknown
}

export class LiveSocket {
  readonly received: ReceivedFrame[] = []
  readonly socket: WebSocket
  closed: { code: number; reason: string } | undefined
  #ref = 0

  constructor(url: string, apikey: string) {
    const address = `${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${apikey}&vsn=2.0.0`
    this.socket = new WebSocket(address)
    this.socket.binaryType = 'arraybuffer'
    this.socket.addEventListener('message', ({ data }) => {
      if (typeof data !== 'string') return
      const [, ref, topic, event, payload] = frameSchema.parse(JSON.parse(data))
      this.received.push({ ref, topic, event, payload })
    })
    this.socket.addEventListener('close', ({ code, reason }) => (this.closed = { code, reason }))
    this.socket.addEventListener('error', () => {})
  }

  async waitUntilOpen() {
    if (this.socket.readyState === WebSocket.CONNECTING) await once(this.socket, 'open')
    return this
  }

  /** Sends a frame and resolves to its reply. */
  async ask(topic: string, event: string, payload: unknown = {}): Promise<Reply> {
    this.#ref += 1
    const ref = String(this.#ref)
    this.socket.send(
      JSON.stringify([event === 'phx_join' ? ref : null, ref, topic, event, payload]),
    )
    return this.replyTo(ref)
  }

  async replyTo(ref: string): Promise<Reply> {
    const isReply = (frame: ReceivedFrame) => frame.ref === ref && frame.event === 'phx_reply'
    await until(() => this.received.some(isReply) || this.closed !== undefined, 5000)
    return replySchema.parse(this.received.find(isReply)?.payload)
  }

  async waitForCloseCode() {
    await until(() => this.closed !== undefined, 10_000)
    return this.closed?.code
  }
}

const replySchema = z.object({
  status: z.string(),
  response: z.looseObject({ reason: z.string().optional() }),
})
type Reply = z.infer<typeof replySchema>
