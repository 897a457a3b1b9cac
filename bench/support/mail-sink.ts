// Runs a mail server that accepts each email after a set latency, and keeps only the Message-ID.
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'

export async function startMailSink() {
  const received: string[] = []
  let latencyMs = 0
  let maxConnections = 0
  let lastAt = 0
  const server = new SMTPServer({
    logger: false,
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onData(stream, _session, done) {
      maxConnections = Math.max(maxConnections, server.connections.size)
      void receive(stream, done)
    },
  })

  async function receive(stream: NodeJS.ReadableStream, done: () => void) {
    const source = await text(stream)
    if (latencyMs > 0) await sleep(latencyMs)
    received.push(/^Message-ID: (.+)$/im.exec(source)?.[1] ?? '')
    lastAt = performance.now()
    done()
  }

  server.on('error', () => {})
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const address = listening.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    maxConnections: () => maxConnections,
    /** The time at which the last email arrived. */
    lastAt: () => lastAt,
    reset(newLatencyMs: number) {
      received.length = 0
      latencyMs = newLatencyMs
      maxConnections = 0
    },
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}
