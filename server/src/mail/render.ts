// A template and its values as the mail that is read: the same words as text and as HTML.
import { escapeHtml } from './escape-html.ts'
import { button, code, heading, paragraph } from './html.ts'
import type { Block, Template } from './template.ts'

export type Values = Readonly<Record<string, string>>

export type Fill = (text: string) => string

export interface Words {
  subject: string
  text: string
  html: string
}

/** Line breaks, control characters, and signs that turn the direction of what follows. */
const unwanted = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu

/** Written from right to left: it would take along what stands beside it. */
const fromTheRight =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

export function render(template: Template, frame: string, given: Values): Words {
  const fill = fillWith(given)
  const subject = fill(template.subject)
  const body = [heading(subject), ...htmlOf(template.blocks, fill)]
  const text = template.blocks.map((block) => textOf(block, fill))
  return framed(frame, given, { subject, body, text })
}

/** Puts each value into its place, once: braces in a value stay what they are. */
export function fillWith(given: Values): Fill {
  return (text) =>
    text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => keptApart(one(given, name)))
}

function keptApart(value: string) {
  const tidy = value.replaceAll(unwanted, ' ').trim()
  return fromTheRight.test(tidy) ? `\u2068${tidy}\u2069` : tidy
}

/** The pieces of a mail inside the product's frame. */
export function framed(
  frame: string,
  { site = '', productName = '' }: Values,
  { subject, body, text }: { subject: string; body: string[]; text: string[] },
): Words {
  const head: Values = { subject, site, siteName: new URL(site).host, productName }
  const html = frame.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) =>
    name === 'body' ? body.join('\n') : escapeHtml(one(head, name)),
  )
  return { subject, text: `${[...text, `${productName}, ${site}`].join('\n\n')}\n`, html }
}

function one(values: Values, name: string) {
  const value = values[name]
  if (value === undefined) throw new Error(`The mail was not told its "${name}".`)
  return value
}

export function htmlOf(blocks: readonly Block[], fill: Fill) {
  return blocks.map((block) => {
    if (block.type === 'code') return code(fill('{{code}}'))
    if (block.type === 'paragraph') return paragraph(fill(block.text))
    return button(fill(block.label), webAddress(fill(block.target)), block.target === '{{link}}')
  })
}

export function textOf(block: Block, fill: Fill) {
  if (block.type === 'code') return fill('{{code}}')
  if (block.type === 'paragraph') return fill(block.text)
  return `${fill(block.label)}: ${webAddress(fill(block.target))}`
}

/** A button leads to the web and nowhere else. */
export function webAddress(text: string) {
  if (/^https?:\/\/\S+$/.test(text) && URL.canParse(text)) return text
  throw new Error('The link of the mail is no web address.')
}
