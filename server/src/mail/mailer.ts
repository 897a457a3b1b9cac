// Sends emails. A retry sends the same bytes, so that duplicates are easy to recognize. Only notification emails may
// have new content at each attempt.
import type { SendMailOptions } from 'nodemailer'
import type { Templates } from './load-templates.ts'
import { isMailKind, type MailKind, valuesOf } from './mail-kinds.ts'
import {
  type NotificationContent,
  render,
  type RenderedEmail,
  renderNotification,
  type Values,
} from './render.ts'

export interface Mailbox {
  name: string
  address: string
}

export interface Mail {
  /** The id of the job, which becomes the Message-ID. */
  id: string
  kind: MailKind
  to: string
  /** The time of the request that causes the email, which becomes the date of the email. */
  at: Date
  values: Values
}

/** A notification email, whose content the application writes just before the server sends it. */
export interface NotificationEmail extends NotificationContent {
  id: string
  to: string
  at: Date
}

export interface Mailer {
  send: (mail: Mail) => Promise<void>
  sendNotification: (email: NotificationEmail) => Promise<void>
  /** Returns the path of the screen to which a kind of email leads. */
  screenOf: (kind: string) => string
  close: () => void
}

export interface Delivery {
  /** `name` is unique and may become a file name. Errors must not contain any of the `secrets`. */
  deliver: (message: SendMailOptions, name: string, secrets: string[]) => Promise<void>
  close: () => void
}

interface MailerOptions {
  /** The templates are undefined if the server runs without an application. */
  templates: Templates | undefined
  delivery: Delivery
  from: Mailbox
  /** The origin of the links in emails. */
  site: string
  productName: string
}

export function createMailer(options: MailerOptions): Mailer {
  const { delivery } = options
  return {
    async send(mail) {
      const { message, name } = compose(mail, templatesOf(options), options)
      const { link = '', code = '' } = mail.values
      await delivery.deliver(message, name, [link, code])
    },
    async sendNotification(email) {
      const { message, name } = composeNotification(email, templatesOf(options), options)
      await delivery.deliver(message, name, email.unsubscribe ? [email.unsubscribe] : [])
    },
    screenOf(kind) {
      if (!isMailKind(kind)) throw new Error(`There is no email "${kind}".`)
      return options.templates?.of(kind).screen ?? '/'
    },
    close: delivery.close,
  }
}

function templatesOf({ templates }: MailerOptions) {
  if (!templates) throw new Error('There are no email templates: the server has no application.')
  return templates
}

function compose(mail: Mail, templates: Templates, { from, site, productName }: MailerOptions) {
  const { id, kind, to, at, values } = mail
  const template = templates.of(kind)
  const missing = valuesOf(kind).find((name) => values[name] === undefined)
  if (missing) throw new Error(`The email "${kind}" has no value for "${missing}".`)
  const link = `${site}${template.screen ?? '/'}`
  const content = render(template, templates.frame, { link, ...values, site, productName })
  return {
    message: buildMessage({ id, to, at }, content, { from, site }),
    name: nameOf(at, kind, id),
  }
}

function composeNotification(
  email: NotificationEmail,
  templates: Templates,
  { from, site, productName }: MailerOptions,
) {
  const { id, to, at, unsubscribe } = email
  const content = renderNotification(email, templates, { site, productName })
  const message = buildMessage({ id, to, at }, content, { from, site })
  const headers = {
    ...message.headers,
    ...(unsubscribe ? unsubscribeHeaders(site, unsubscribe) : {}),
  }
  return { message: { ...message, headers }, name: nameOf(at, 'notification-email', id) }
}

/** Returns the headers with which a mail program unsubscribes the user by one POST request. */
function unsubscribeHeaders(site: string, unsubscribe: string) {
  return {
    'List-Unsubscribe': `<${site}${unsubscribe}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}

function buildMessage(
  { id, to, at }: { id: string; to: string; at: Date },
  content: RenderedEmail,
  { from, site }: { from: Mailbox; site: string },
) {
  return {
    ...content,
    subject: encodeSubject(content.subject),
    from,
    // An object is parsed as a single recipient, even if the address contains a comma.
    to: { name: '', address: to },
    messageId: `<${id}@${new URL(site).hostname}>`,
    date: at,
    baseBoundary: id,
    xMailer: false,
    // This header prevents automatic replies such as out-of-office messages.
    headers: { 'Auto-Submitted': 'auto-generated' },
  } satisfies SendMailOptions
}

function nameOf(at: Date, kind: string, id: string) {
  return `${at.toISOString().replaceAll(':', '-')}-${kind}-${id}`
}

const charactersPerWord = 10

/** Encodes a subject that looks like an encoded word, because mail programs would decode it. */
function encodeSubject(text: string) {
  if (!text.includes('=?')) return text
  const characters = Array.from(text)
  const words: string[] = []
  for (let begin = 0; begin < characters.length; begin += charactersPerWord) {
    words.push(encodedWord(characters.slice(begin, begin + charactersPerWord).join('')))
  }
  return words.join(' ')
}

function encodedWord(text: string) {
  return `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`
}
