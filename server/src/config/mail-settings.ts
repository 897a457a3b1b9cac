// Reads the email settings. Error messages never repeat a value, because SMTP_URL contains the password.
import { z } from 'zod'
import type { Mailbox } from '../mail/mailer.ts'
import type { SmtpServer } from '../mail/smtp.ts'
import { isLoopback } from '../urls.ts'

const smtpUrlMessage =
  'must look like smtp://user:password@host:587 or smtps://user:password@host:465, with special characters of the ' +
  'password percent-encoded, such as %40 for @'

export const smtpUrl = z.string().transform((text, context): SmtpServer => {
  const server = readSmtpUrl(text)
  if (typeof server !== 'string') return server
  context.addIssue({ code: 'custom', message: server })
  return z.NEVER
})

export const mailFrom = z
  .string()
  .regex(
    /^(?:[^<>@\p{Cc}]+ <[^\s<>@,]+@[^\s<>@,]+>|[^\s<>@,]+@[^\s<>@,]+)$/u,
    'must look like Mendwell <no-reply@mendwell.example>',
  )
  .transform((text): Mailbox => {
    const [, name = '', address = text] = /^(.+) <(.+)>$/u.exec(text) ?? []
    return { name, address }
  })

/** Returns the server, or an error message for an invalid URL. */
function readSmtpUrl(text: string): SmtpServer | string {
  const url = URL.parse(text)
  const auth = url && readLogin(url)
  if (!url || !/^smtps?:$/.test(url.protocol) || !url.hostname || !auth) return smtpUrlMessage
  const { hostname, protocol, port, pathname, search, hash } = url
  if (!/^\/?$/.test(pathname) || hash || !/^(\?tls=off)?$/.test(search)) return smtpUrlMessage
  const isPlain = search !== ''
  if (isPlain && protocol === 'smtps:') return 'cannot be smtps with tls=off'
  if (isPlain && auth.user) return 'cannot send a password with tls=off'
  const isLocal = isLoopback(hostname)
  return {
    host: hostname.replace(/^\[(.+)\]$/, '$1'),
    port: port ? Number(port) : undefined,
    isTlsFromStart: protocol === 'smtps:',
    // A local mail server may have any certificate, because other machines cannot intercept traffic within this
    // machine.
    tls: isPlain ? 'off' : isLocal ? 'if offered' : 'verified',
    auth: auth.user ? auth : undefined,
  }
}

function readLogin({ username, password }: URL) {
  if (password && !username) return undefined
  try {
    return { user: decodeURIComponent(username), password: decodeURIComponent(password) }
  } catch {
    return undefined
  }
}
