// A letter as the mail that is read: its parts one after the other, and under them how to get no more.
import { heading, partHeading, quietLink, quietParagraph } from './html.ts'
import type { LetterTemplates } from './letter-templates.ts'
import {
  type Fill,
  fillWith,
  framed,
  htmlOf,
  textOf,
  type Values,
  webAddress,
  type Words,
} from './render.ts'
import type { Block, Template } from './template.ts'

interface Part {
  template: string
  /** Their link is a path of the web. */
  values: Values
}

export interface LetterWords {
  parts: readonly Part[]
  /** Of the letter as a whole. */
  values: Values
  /** A path at this server that stops such mails. */
  unsubscribe: string
}

export function renderLetter(
  { parts, values, unsubscribe }: LetterWords,
  { frame, letters }: { frame: string; letters: LetterTemplates },
  site: Values & { site: string },
): Words {
  const told = parts.map((part) => tellPart(part, letters, site))
  const [first] = told
  if (!first) throw new Error('The letter has no part.')
  const whole = fillWith({ ...values, ...site, link: `${site.site}${unsubscribe}` })
  const isAlone = told.length === 1
  const subject = isAlone ? first.title : whole(letters.several.subject)
  const body = [
    heading(subject),
    ...told.flatMap(({ title, html }) => (isAlone ? html : [partHeading(title)].concat(html))),
    ...letters.closing.blocks.map((block) => quietHtml(block, whole)),
  ]
  const text = [
    ...told.flatMap(({ title, text: words }) => (isAlone ? words : [title].concat(words))),
    ...letters.closing.blocks.map((block) => textOf(block, whole)),
  ]
  return framed(frame, site, { subject, body, text })
}

function tellPart({ template: name, values }: Part, letters: LetterTemplates, site: Values) {
  const template: Template = letters.part(name)
  const fill = fillWith({ ...values, ...site, link: `${site['site']}${values['link'] ?? ''}` })
  return {
    title: fill(template.subject),
    html: htmlOf(template.blocks, fill),
    text: template.blocks.map((block) => textOf(block, fill)),
  }
}

function quietHtml(block: Block, fill: Fill) {
  if (block.type === 'button') return quietLink(fill(block.label), webAddress(fill(block.target)))
  return quietParagraph(block.type === 'paragraph' ? fill(block.text) : '')
}
