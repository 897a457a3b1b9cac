// Mails by SMTP. What it throws names neither the login of the mail server nor what the mail is about.
import { createTransport, type NodemailerError, type SendMailOptions } from 'nodemailer'
import { messageOf } from '../message-of.ts'
import { NeverAgain } from '../queue/permanent-failure.ts'
import type { Delivery } from './mailer.ts'

export interface SmtpServer {
  host: string
  /** Absent: 587, or 465 with TLS from the start. */
  port: number | undefined
  isTlsFromStart: boolean
  /** With a certificate that holds; with any, where it is offered; not at all. */
  tls: 'verified' | 'if offered' | 'off'
  auth: { user: string; password: string } | undefined
}

/** One mail, from the first byte to the receiver's yes. */
const mailTakes = 30_000

export function openSmtp(
  { host, port, isTlsFromStart, tls, auth }: SmtpServer,
  takes = mailTakes,
): Delivery {
  const transport = createTransport({
    pool: true,
    // For all that is done at once, or a mail would wait behind slow ones.
    maxConnections: 4,
    // Once more where an idle connection turned out to be closed; all else is the outbox's to repeat.
    maxRequeues: 1,
    idleTimeout: 30_000,
    host,
    port,
    secure: isTlsFromStart,
    requireTLS: !isTlsFromStart && tls === 'verified',
    ignoreTLS: tls === 'off',
    tls: { rejectUnauthorized: tls === 'verified' },
    ...(auth && { auth: { user: auth.user, pass: auth.password } }),
    dnsTimeout: takes / 3,
    connectionTimeout: takes / 3,
    greetingTimeout: takes / 3,
    socketTimeout: takes,
  })
  const hidden = auth ? secretsOf(auth) : []
  const deliver = async (message: SendMailOptions, _name: string, secrets: string[]) => {
    try {
      await transport.sendMail({ ...message, signal: AbortSignal.timeout(takes) })
    } catch (error) {
      // Without the error itself as its cause: that one repeats what the server said word for word.
      const told = withoutSecrets(messageOf(error), [...hidden, ...secrets])
      throw isRefused(error) ? new NeverAgain(told) : new Error(told)
    }
  }
  return { deliver, close: () => transport.close() }
}

/**
 * The receiver does not know this recipient. A refusal for reasons of policy (5.7) or for a missing login is
 * about us, and somebody may mend it.
 */
function isRefused(error: unknown) {
  if (!(error instanceof Error)) return false
  const { command, permanent, response = '' }: NodemailerError = error
  return command === 'RCPT TO' && permanent === true && !/^(?:53\d|\d{3}[ -]5\.7\.)/.test(response)
}

/** A server may repeat a command that it did not understand, and a login is sent in base64. */
function secretsOf({ user, password }: { user: string; password: string }) {
  const plain = [password, user, `\0${user}\0${password}`]
  return [...plain.map((text) => Buffer.from(text).toString('base64')), password, user]
}

/** Nor whom it is to: a server writes the address in its own way. */
function withoutSecrets(text: string, secrets: string[]) {
  const shown = secrets.filter(Boolean).reduce((rest, secret) => rest.replaceAll(secret, '…'), text)
  return shown.replaceAll(/[^\s<>]+@[^\s<>]+/g, '…')
}
