// Sends mails: a kind, a recipient and values become the same bytes each time, so that a repeat is one.
import type { SendMailOptions } from 'nodemailer'
import { isMailKind, type MailKind, valuesOf } from './kinds.ts'
import type { Templates } from './load-templates.ts'
import { render, type Values } from './render.ts'

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

export interface Mailer {
  send: (mail: Mail) => Promise<void>
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
  const { templates, delivery } = options
  return {
    async send(mail) {
      if (!templates) throw new Error('There are no mail templates: the server has no product.')
      const { message, name } = compose(mail, templates, options)
      const { link = '', code = '' } = mail.values
      await delivery.deliver(message, name, [link, code])
    },
    screenOf(kind) {
      if (!isMailKind(kind)) throw new Error(`There is no mail "${kind}".`)
      return templates?.of(kind).screen ?? '/'
    },
    close: delivery.close,
  }
}

function compose(
  { id, kind, to, at, values }: Mail,
  templates: Templates,
  { from, site, productName }: Options,
) {
  const template = templates.of(kind)
  const missing = valuesOf(kind).find((name) => values[name] === undefined)
  if (missing) throw new Error(`The mail "${kind}" was not told its "${missing}".`)
  const link = `${site}${template.screen ?? '/'}`
  const words = render(template, templates.frame, { link, ...values, site, productName })
  const message: SendMailOptions = {
    ...words,
    from,
    // As an object it is one recipient, whatever it holds.
    to: { name: '', address: to },
    messageId: `<${id}@${new URL(site).hostname}>`,
    date: at,
    baseBoundary: id,
    xMailer: false,
    // Nobody's absence notice is wanted.
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
  return { message, name: `${at.toISOString().replaceAll(':', '-')}-${kind}-${id}` }
}
