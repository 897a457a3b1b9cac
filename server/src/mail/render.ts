// Renders an email from a template and values, as plain text and as HTML.
import {
  button,
  code,
  escapeHtml,
  heading,
  paragraph,
  partHeading,
  quietLink,
  quietParagraph,
} from './html.ts'
import type { NotificationTemplates } from './load-templates.ts'
import type { Block, Template } from './template.ts'

export type Values = Readonly<Record<string, string>>

type FillPlaceholders = (text: string) => string

export interface RenderedEmail {
  subject: string
  text: string
  html: string
}

/** Matches line breaks, control characters, and characters that change the direction of the text. */
const unwantedCharacters = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu

/** Matches right-to-left scripts, because they also change the direction of the text around them. */
const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

export function render(template: Template, frame: string, values: Values): RenderedEmail {
  const fill = createFill(values)
  const subject = fill(template.subject)
  const body = [heading(subject), ...renderHtml(template.blocks, fill)]
  const text = template.blocks.map((block) => renderText(block, fill))
  return wrapInFrame(frame, values, { subject, body, text })
}

/** Braces inside a value are not replaced. */
function createFill(values: Values): FillPlaceholders {
  return (text) =>
    text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => isolate(requireValue(values, name)))
}

function isolate(value: string) {
  const tidy = value.replaceAll(unwantedCharacters, ' ').trim()
  return rightToLeft.test(tidy) ? `\u2068${tidy}\u2069` : tidy
}

/** Inserts the subject and the body of an email into the application's frame. */
function wrapInFrame(
  frame: string,
  { site = '', productName = '' }: Values,
  { subject, body, text }: { subject: string; body: string[]; text: string[] },
): RenderedEmail {
  const head: Values = { subject, site, siteName: new URL(site).host, productName }
  const html = frame.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) =>
    name === 'body' ? body.join('\n') : escapeHtml(requireValue(head, name)),
  )
  return { subject, text: `${[...text, `${productName}, ${site}`].join('\n\n')}\n`, html }
}

function requireValue(values: Values, name: string) {
  const value = values[name]
  if (value === undefined) throw new Error(`The email has no value for "${name}".`)
  return value
}

function renderHtml(blocks: readonly Block[], fill: FillPlaceholders) {
  return blocks.map((block) => {
    if (block.type === 'code') return code(fill('{{code}}'))
    if (block.type === 'paragraph') return paragraph(fill(block.text))
    return button(
      fill(block.label),
      requireWebAddress(fill(block.target)),
      block.target === '{{link}}',
    )
  })
}

function renderText(block: Block, fill: FillPlaceholders) {
  if (block.type === 'code') return fill('{{code}}')
  if (block.type === 'paragraph') return fill(block.text)
  return `${fill(block.label)}: ${requireWebAddress(fill(block.target))}`
}

/** Throws unless the text is a web address. */
function requireWebAddress(text: string) {
  if (/^https?:\/\/\S+$/.test(text) && URL.canParse(text)) return text
  throw new Error('The link of the email is not a web address.')
}

interface NotificationItem {
  template: string
  /** The value `link` is a path on the site, and not a full URL. */
  values: Values
}

export interface NotificationContent {
  items: readonly NotificationItem[]
  /** The values for the whole email. */
  values: Values
  /** The path that unsubscribes the user from these emails, or undefined if the recipient has no account. */
  unsubscribe?: string | undefined
}

/** Renders the items in order, and then the closing if the recipient can unsubscribe. */
export function renderNotification(
  { items, values, unsubscribe }: NotificationContent,
  { frame, notifications: templates }: { frame: string; notifications: NotificationTemplates },
  site: Values & { site: string },
): RenderedEmail {
  const rendered = items.map((item) => renderPart(item, templates, site))
  const [first] = rendered
  if (!first) throw new Error('The notification email has no items.')
  const fill = createFill({ ...values, ...site, link: `${site.site}${unsubscribe ?? ''}` })
  const closing = unsubscribe ? templates.closing.blocks : []
  const isSingle = rendered.length === 1
  const subject = isSingle ? first.title : fill(templates.several.subject)
  const body = [
    heading(subject),
    ...rendered.flatMap(({ title, html }) => (isSingle ? html : [partHeading(title)].concat(html))),
    ...closing.map((block) => renderQuietHtml(block, fill)),
  ]
  const text = [
    ...rendered.flatMap((part) => (isSingle ? part.text : [part.title].concat(part.text))),
    ...closing.map((block) => renderText(block, fill)),
  ]
  return wrapInFrame(frame, site, { subject, body, text })
}

function renderPart(
  { template: name, values }: NotificationItem,
  templates: NotificationTemplates,
  site: Values,
) {
  const template: Template = templates.part(name)
  const fill = createFill({ ...values, ...site, link: `${site['site']}${values['link'] ?? ''}` })
  return {
    title: fill(template.subject),
    html: renderHtml(template.blocks, fill),
    text: template.blocks.map((block) => renderText(block, fill)),
  }
}

function renderQuietHtml(block: Block, fill: FillPlaceholders) {
  if (block.type === 'button')
    return quietLink(fill(block.label), requireWebAddress(fill(block.target)))
  return quietParagraph(block.type === 'paragraph' ? fill(block.text) : '')
}
