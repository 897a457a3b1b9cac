// A template and its values as the mail that is read: the same words as text and as HTML.
import { escapeHtml } from './escape-html.ts'
import { button, code, heading, paragraph } from './html.ts'
import type { Block, Template } from './template.ts'

export type Values = Readonly<Record<string, string>>

export interface Words {
  subject: string
  text: string
  html: string
}

/** Line breaks, control characters, and signs that turn the direction of what follows. */
const unwanted = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu

export function render(template: Template, frame: string, given: Values): Words {
  const values = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, value.replaceAll(unwanted, ' ').trim()]),
  )
  const fill = (text: string) =>
    text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => one(values, name))
  const { site = '', productName = '' } = values
  const subject = fill(template.subject)
  const siteName = new URL(site).host
  const body = [heading(subject), ...htmlOf(template.blocks, fill)].join('\n')
  const head: Values = { subject, site, siteName, productName }
  const html = frame.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) =>
    name === 'body' ? body : escapeHtml(one(head, name)),
  )
  const text = [...template.blocks.map((block) => textOf(block, fill)), `${productName}, ${site}`]
  return { subject, text: `${text.join('\n\n')}\n`, html }
}

function one(values: Values, name: string) {
  const value = values[name]
  if (value === undefined) throw new Error(`The mail was not told its "${name}".`)
  return value
}

type Fill = (text: string) => string

function htmlOf(blocks: readonly Block[], fill: Fill) {
  return blocks.map((block) => {
    if (block.type === 'code') return code(fill('{{code}}'))
    if (block.type === 'paragraph') return paragraph(fill(block.text))
    return button(fill(block.label), webAddress(fill(block.target)), block.target === '{{link}}')
  })
}

function textOf(block: Block, fill: Fill) {
  if (block.type === 'code') return fill('{{code}}')
  if (block.type === 'paragraph') return fill(block.text)
  return `${fill(block.label)}: ${webAddress(fill(block.target))}`
}

/** A button leads to the web and nowhere else. */
function webAddress(text: string) {
  if (/^https?:\/\/\S+$/.test(text) && URL.canParse(text)) return text
  throw new Error('The link of the mail is no web address.')
}
