// Runs a mail server that accepts all emails unless a test changes its replies.
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'

interface ReceivedMail {
  to: string[]
  /** The unparsed source of the email. */
  raw: string
  email: Email
  isEncrypted: boolean
  user: unknown
}

interface ReceiverBehavior {
  /** Returns the refusal of a recipient, such as "550 5.1.1 unknown", or undefined to accept the recipient. */
  recipient?: (address: string) => string | undefined
  /** Runs after the last byte of an email has arrived, and before the server accepts the email. */
  beforeAccept?: (messageId: string) => Promise<void>
}

/** Starts a mail server whose `behavior` tests can change while it runs. */
export async function startMailReceiver(
  behavior: ReceiverBehavior = {},
  options: SMTPServerOptions = {},
  listenPort = 0,
) {
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    logger: false,
    authOptional: true,
    disableReverseLookup: true,
    closeTimeout: 100,
    ...options,
    onRcptTo({ address }, _session, done) {
      const reply = behavior.recipient?.(address)
      done(reply ? refusal(reply) : null)
    },
    onData(stream, session, done) {
      void receive(stream, session, done)
    },
  })

  async function receive(
    stream: NodeJS.ReadableStream,
    { envelope, secure, user }: SMTPServerSession,
    done: (error?: Error) => void,
  ) {
    try {
      const raw = await text(stream)
      const email = await PostalMime.parse(raw)
      await behavior.beforeAccept?.(email.messageId ?? '')
      const to = envelope.rcptTo.map(({ address }) => address)
      received.push({ to, raw, email, isEncrypted: secure, user })
      done()
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)))
    }
  }

  // Ignore errors of broken connections, which a killed client leaves behind.
  server.on('error', () => {})
  const listening = server.listen(listenPort, '127.0.0.1')
  await once(listening, 'listening')
  const address = listening.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  const close = () => new Promise<void>((resolve) => server.close(resolve))
  const dropConnections = () => server.connections.forEach((connection) => connection.close())
  const connections = () => server.connections.size
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    received,
    behavior,
    connections,
    dropConnections,
    close,
  }
}

function refusal(reply: string) {
  const [, code, message] = /^(\d{3}) (.+)$/.exec(reply) ?? []
  return Object.assign(new Error(message), { responseCode: Number(code) })
}
