// Sends emails by SMTP. Its errors contain neither the login of the mail server nor the content of the email.
import { createTransport, type NodemailerError, type SendMailOptions } from 'nodemailer'
import { messageOf } from '../message-of.ts'
import { PermanentFailure } from '../queue/errors.ts'
import type { Delivery } from './mailer.ts'

export interface SmtpServer {
  host: string
  /** The default is 587, or 465 with TLS from the start. */
  port: number | undefined
  isTlsFromStart: boolean
  /** If verified, TLS with a valid certificate is required. If offered, TLS is used when the server supports it. */
  tls: 'verified' | 'if offered' | 'off'
  auth: { user: string; password: string } | undefined
}

/** This limits one email, from the first byte to its acceptance. */
const sendTimeoutMs = 30_000

export function openSmtp(
  { host, port, isTlsFromStart, tls, auth }: SmtpServer,
  timeoutMs = sendTimeoutMs,
): Delivery {
  const transport = createTransport({
    pool: true,
    // This is the number of concurrent jobs, so that no email waits for slow ones.
    maxConnections: 4,
    // Retry once if an idle connection turns out to be closed. The outbox retries everything else.
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
      // The original error is not the cause here, because it repeats the server's response.
      const reason = redact(messageOf(error), [...loginSecrets, ...secrets])
      throw isRecipientRefused(error) ? new PermanentFailure(reason) : new Error(reason)
    }
  }
  return { deliver, close: () => transport.close() }
}

/**
 * Returns whether the mail server does not know the recipient. Refusals by policy (5.7) or because of a missing login
 * concern our server, and the operator may solve them.
 */
function isRecipientRefused(error: unknown) {
  if (!(error instanceof Error)) return false
  const { command, permanent, response = '' }: NodemailerError = error
  return command === 'RCPT TO' && permanent === true && !/^(?:53\d|\d{3}[ -]5\.7\.)/.test(response)
}

/**
 * Returns the texts to remove from errors. A server may repeat a command in its response, and logins are sent in
 * base64.
 */
function secretsOf({ user, password }: { user: string; password: string }) {
  const plain = [password, user, `\0${user}\0${password}`]
  return [...plain.map((text) => Buffer.from(text).toString('base64')), password, user]
}

/** Removes secrets and all email addresses, because a server may spell the recipient differently. */
function redact(text: string, secrets: string[]) {
  const shown = secrets.filter(Boolean).reduce((rest, secret) => rest.replaceAll(secret, '…'), text)
  return shown.replaceAll(/[^\s<>]+@[^\s<>]+/g, '…')
}
