// The product's words for mails, read and checked once, so that no mail fails for a slip in them. What letters are told
// is the product's matter: what they name is not checked here.
import { join } from 'node:path'
import { isMailKind, mailKinds, type MailKind, valuesOf } from './kinds.ts'
import { type LetterTemplates, loadLetterTemplates } from './letter-templates.ts'
import { readChecked } from './read-checked.ts'
import { parseTemplate, placeholdersIn, type Template, TemplateFault } from './template.ts'

export interface Templates {
  frame: string
  of: (kind: MailKind) => Template
  letters: LetterTemplates
}

const frameKnows = ['subject', 'body', 'productName', 'site', 'siteName']

export async function loadTemplates(folder: string): Promise<Templates> {
  const frame = await readChecked(join(folder, 'frame.html'), checkedFrame)
  const templates = new Map<MailKind, Template>()
  for (const kind of Object.keys(mailKinds).filter(isMailKind)) {
    const read = (source: string) => checkedTemplate(kind, source)
    templates.set(kind, await readChecked(join(folder, `${kind}.txt`), read))
  }
  const of = (kind: MailKind) => {
    const template = templates.get(kind)
    if (!template) throw new Error(`There is no template for the mail "${kind}".`)
    return template
  }
  return { frame, of, letters: await loadLetterTemplates(join(folder, 'letters')) }
}

function checkedFrame(source: string) {
  refuseUnknown(placeholdersIn(source), frameKnows)
  if (!source.includes('{{body}}')) throw new TemplateFault('has no place for the {{body}}')
  return source
}

function checkedTemplate(kind: MailKind, source: string) {
  const template = parseTemplate(source)
  const given = valuesOf(kind)
  const placeholders = placeholdersIn(source)
  // Who has a screen and no link of its own is led to that screen.
  const link = template.screen && !given.includes('link') ? ['link'] : []
  refuseUnknown(placeholders, [...given, ...link, 'productName', 'site'])
  if (given.includes('link') && !template.screen) {
    throw new TemplateFault('has no line "Screen: …", to which its link could lead')
  }
  for (const name of ['link', 'code']) {
    if (given.includes(name) && !placeholders.includes(name)) {
      throw new TemplateFault(`does not show the {{${name}}} that the mail is sent for`)
    }
  }
  return template
}

function refuseUnknown(placeholders: string[], known: readonly string[]) {
  const unknown = placeholders.find((name) => !known.includes(name))
  if (unknown === undefined) return
  throw new TemplateFault(`names {{${unknown}}}; there are ${known.join(', ')}`)
}
