// The product's words for letters: mails of one part or several, each with a template of its own. What they are about
// is the product's matter; here they are only filled in.
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { messageOf } from '../message-of.ts'
import { StartupFailure } from '../startup/startup-failure.ts'
import { readChecked } from './read-checked.ts'
import { parseTemplate, placeholdersIn, type Template, TemplateFault } from './template.ts'

export interface LetterTemplates {
  part: (name: string) => Template
  /** Its subject is that of a letter with several parts. */
  several: Template
  /** Stands under all parts; its link stops the mails. */
  closing: Template
}

export async function loadLetterTemplates(folder: string): Promise<LetterTemplates> {
  const files = await readdir(folder).catch((error: unknown) => {
    throw new StartupFailure(`The folder of letters cannot be read: ${messageOf(error)}`)
  })
  const templates = new Map<string, Template>()
  for (const file of files.filter((name) => name.endsWith('.txt'))) {
    const name = basename(file, '.txt')
    templates.set(name, await readChecked(join(folder, file), (source) => checked(name, source)))
  }
  const part = (name: string) => {
    const template = templates.get(name)
    if (!template) throw new Error(`There is no template for the letter "${name}".`)
    return template
  }
  return { part, several: part('several'), closing: part('closing') }
}

function checked(name: string, source: string) {
  const placeholders = placeholdersIn(source)
  if (name === 'closing' && !placeholders.includes('link')) {
    throw new TemplateFault('does not show the {{link}} that stops the mails')
  }
  // The closing has no subject: it stands under others.
  return parseTemplate(name === 'closing' ? `Subject: -\n\n${source}` : source)
}
