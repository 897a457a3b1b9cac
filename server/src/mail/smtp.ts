// Sends emails by SMTP. Errors contain no login, no recipient, and no link or code from the email.
import { createTransport, type NodemailerError, type SendMailOptions } from 'nodemailer'
import { messageOf } from '../message-of.ts'
import { PermanentFailure } from '../queue/errors.ts'
import type { Delivery } from './mailer.ts'

export interface SmtpServer {
  host: string
  /** The default port is 587, or 465 with TLS from the start. */
  port: number | undefined
  isTlsFromStart: boolean
  /** With `verified`, the mailer requires TLS with a valid certificate. With `if offered`, TLS is optional. */
  tls: 'verified' | 'if offered' | 'off'
  auth: { user: string; password: string } | undefined
}

/** The timeout for one email, from the connection until the mail server accepts the email. */
const sendTimeoutMs = 30_000

interface SmtpOptions {
  /** The maximum number of emails that are sent at once. Each has its own connection. */
  maxConnections?: number
  timeoutMs?: number | undefined
}

export function openSmtp(
  { host, port, isTlsFromStart, tls, auth }: SmtpServer,
  { maxConnections = 25, timeoutMs = sendTimeoutMs }: SmtpOptions = {},
): Delivery {
  const transport = createTransport({
    pool: true,
    maxConnections,
    // Retry once if the server has closed an idle connection. The outbox retries after all other failures.
    maxRequeues: 1,
    idleTimeout: 30_000,
    host,
    port,
    secure: isTlsFromStart,
    requireTLS: !isTlsFromStart && tls === 'verified',
    ignoreTLS: tls === 'off',
    tls: { rejectUnauthorized: tls === 'verified' },
    ...(auth && { auth: { user: auth.user, pass: auth.password } }),
    dnsTimeout: timeoutMs / 3,
    connectionTimeout: timeoutMs / 3,
    greetingTimeout: timeoutMs / 3,
    socketTimeout: timeoutMs,
  })
  const loginSecrets = auth ? secretsOf(auth) : []
  const deliver = async (message: SendMailOptions, _name: string, secrets: string[]) => {
    try {
      await transport.sendMail({ ...message, signal: AbortSignal.timeout(timeoutMs) })
    } catch (error) {
      // The new error has no cause, because the original error repeats the mail server's response.
      const reason = redact(messageOf(error), [...loginSecrets, ...secrets])
      throw isRecipientRefused(error) ? new PermanentFailure(reason) : new Error(reason)
    }
  }
  return { deliver, close: () => transport.close() }
}

/** A refusal by policy (5.7) or for a missing login does not count, because the operator may fix the cause. */
function isRecipientRefused(error: unknown) {
  if (!(error instanceof Error)) return false
  const { command, permanent, response = '' }: NodemailerError = error
  return command === 'RCPT TO' && permanent === true && !/^(?:53\d|\d{3}[ -]5\.7\.)/.test(response)
}

/** A mail server may repeat a command in its response, and commands contain the login in base64. */
function secretsOf({ user, password }: { user: string; password: string }) {
  const plain = [password, user, `\0${user}\0${password}`]
  return [...plain.map((text) => Buffer.from(text).toString('base64')), password, user]
}

/** Removes secrets and all email addresses, because a mail server may spell the recipient's address differently. */
function redact(text: string, secrets: string[]) {
  const shown = secrets.filter(Boolean).reduce((rest, secret) => rest.replaceAll(secret, '…'), text)
  return shown.replaceAll(/[^\s<>]+@[^\s<>]+/g, '…')
}
