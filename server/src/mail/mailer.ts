// Sends mails: a kind, a recipient and values become the same bytes each time, so that a repeat is one. A letter does so
// only while the product words it the same.
import type { SendMailOptions } from 'nodemailer'
import { isMailKind, type MailKind, valuesOf } from './kinds.ts'
import type { Templates } from './load-templates.ts'
import { render, type Values, type Words } from './render.ts'
import { type LetterWords, renderLetter } from './render-letter.ts'
import { subjectLine } from './subject-line.ts'

export interface Mailbox {
  name: string
  address: string
}

export interface Mail {
  /** Of the work it belongs to: it names the mail for its receiver. */
  id: string
  kind: MailKind
  to: string
  /** When it was asked for, whenever it goes out. */
  at: Date
  values: Values
}

/** What the product worded for this very moment. */
export interface Letter extends LetterWords {
  /** Of the work it belongs to. */
  id: string
  to: string
  at: Date
}

export interface Mailer {
  send: (mail: Mail) => Promise<void>
  sendLetter: (letter: Letter) => Promise<void>
  /** The path of the web that a kind of mail leads to. */
  screenOf: (kind: string) => string
  close: () => void
}

export interface Delivery {
  /** The name tells this mail from all others; no error repeats the secrets. */
  deliver: (message: SendMailOptions, name: string, secrets: string[]) => Promise<void>
  close: () => void
}

interface Options {
  /** Absent where there is no product. */
  templates: Templates | undefined
  delivery: Delivery
  from: Mailbox
  /** The origin that links lead to. */
  site: string
  productName: string
}

export function createMailer(options: Options): Mailer {
  const { delivery } = options
  return {
    async send(mail) {
      const { message, name } = compose(mail, templatesOf(options), options)
      const { link = '', code = '' } = mail.values
      await delivery.deliver(message, name, [link, code])
    },
    async sendLetter(letter) {
      const { message, name } = composeLetter(letter, templatesOf(options), options)
      await delivery.deliver(message, name, [letter.unsubscribe])
    },
    screenOf(kind) {
      if (!isMailKind(kind)) throw new Error(`There is no mail "${kind}".`)
      return options.templates?.of(kind).screen ?? '/'
    },
    close: delivery.close,
  }
}

function templatesOf({ templates }: Options) {
  if (!templates) throw new Error('There are no mail templates: the server has no product.')
  return templates
}

function compose(mail: Mail, templates: Templates, { from, site, productName }: Options) {
  const { id, kind, to, at, values } = mail
  const template = templates.of(kind)
  const missing = valuesOf(kind).find((name) => values[name] === undefined)
  if (missing) throw new Error(`The mail "${kind}" was not told its "${missing}".`)
  const link = `${site}${template.screen ?? '/'}`
  const words = render(template, templates.frame, { link, ...values, site, productName })
  return { message: messageOf({ id, to, at }, words, { from, site }), name: nameOf(at, kind, id) }
}

function composeLetter(letter: Letter, templates: Templates, { from, site, productName }: Options) {
  const { id, to, at, unsubscribe } = letter
  const words = renderLetter(letter, templates, { site, productName })
  const message = messageOf({ id, to, at }, words, { from, site })
  // One click of the mail program, which sends a POST there.
  const headers = {
    ...message.headers,
    'List-Unsubscribe': `<${site}${unsubscribe}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
  return { message: { ...message, headers }, name: nameOf(at, 'letter', id) }
}

function messageOf(
  { id, to, at }: { id: string; to: string; at: Date },
  words: Words,
  { from, site }: { from: Mailbox; site: string },
) {
  return {
    ...words,
    subject: subjectLine(words.subject),
    from,
    // As an object it is one recipient, whatever it holds.
    to: { name: '', address: to },
    messageId: `<${id}@${new URL(site).hostname}>`,
    date: at,
    baseBoundary: id,
    xMailer: false,
    // Nobody's absence notice is wanted.
    headers: { 'Auto-Submitted': 'auto-generated' },
  } satisfies SendMailOptions
}

function nameOf(at: Date, kind: string, id: string) {
  return `${at.toISOString().replaceAll(':', '-')}-${kind}-${id}`
}
