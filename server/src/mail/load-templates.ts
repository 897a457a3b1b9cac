// Loads the application's email templates and checks their placeholders. Only the application knows the placeholders of
// notification emails.
import { readdir, readFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { messageOf } from '../message-of.ts'
import { StartupFailure } from '../startup/startup-failure.ts'
import { isMailKind, type MailKind, mailKinds, valuesOf } from './mail-kinds.ts'
import { parseTemplate, placeholdersIn, type Template, TemplateError } from './template.ts'

export interface Templates {
  frame: string
  of: (kind: MailKind) => Template
  notifications: NotificationTemplates
}

const framePlaceholders = ['subject', 'body', 'productName', 'site', 'siteName']

export async function loadTemplates(folder: string): Promise<Templates> {
  const frame = await readTemplateFile(join(folder, 'frame.html'), checkFrame)
  const templates = new Map<MailKind, Template>()
  for (const kind of Object.keys(mailKinds).filter(isMailKind)) {
    const read = (source: string) => parseMailTemplate(kind, source)
    templates.set(kind, await readTemplateFile(join(folder, `${kind}.txt`), read))
  }
  const of = (kind: MailKind) => {
    const template = templates.get(kind)
    if (!template) throw new Error(`There is no template for the email "${kind}".`)
    return template
  }
  return {
    frame,
    of,
    notifications: await loadNotificationTemplates(join(folder, 'notification-emails')),
  }
}

function checkFrame(source: string) {
  refuseUnknown(placeholdersIn(source), framePlaceholders)
  if (!source.includes('{{body}}')) throw new TemplateError('has no place for the {{body}}')
  return source
}

function parseMailTemplate(kind: MailKind, source: string) {
  const template = parseTemplate(source)
  const values = valuesOf(kind)
  const placeholders = placeholdersIn(source)
  // For a kind without a link of its own, {{link}} leads to the template's screen.
  const link = template.screen && !values.includes('link') ? ['link'] : []
  refuseUnknown(placeholders, [...values, ...link, 'productName', 'site'])
  if (values.includes('link') && !template.screen) {
    throw new TemplateError('has no line "Screen: …", to which its link could lead')
  }
  for (const name of ['link', 'code']) {
    if (values.includes(name) && !placeholders.includes(name)) {
      throw new TemplateError(`does not show the {{${name}}} that the mail is sent for`)
    }
  }
  return template
}

function refuseUnknown(placeholders: string[], known: readonly string[]) {
  const unknown = placeholders.find((name) => !known.includes(name))
  if (unknown === undefined) return
  throw new TemplateError(`names {{${unknown}}}; there are ${known.join(', ')}`)
}

/** A notification email has one or more parts, and each part has a template. */
export interface NotificationTemplates {
  part: (name: string) => Template
  /** An email with several parts uses the subject of this template. */
  several: Template
  /** The closing after all parts, with a link that unsubscribes the user. */
  closing: Template
}

export async function loadNotificationTemplates(folder: string): Promise<NotificationTemplates> {
  const files = await readdir(folder).catch((error: unknown) => {
    throw new StartupFailure(
      `The folder of notification emails cannot be read: ${messageOf(error)}`,
    )
  })
  const templates = new Map<string, Template>()
  for (const file of files.filter((name) => name.endsWith('.txt'))) {
    const name = basename(file, '.txt')
    templates.set(
      name,
      await readTemplateFile(join(folder, file), (source) =>
        parseNotificationTemplate(name, source),
      ),
    )
  }
  const part = (name: string) => {
    const template = templates.get(name)
    if (!template) throw new Error(`There is no template for the notification email "${name}".`)
    return template
  }
  return { part, several: part('several'), closing: part('closing') }
}

function parseNotificationTemplate(name: string, source: string) {
  const placeholders = placeholdersIn(source)
  if (name === 'closing' && !placeholders.includes('link')) {
    throw new TemplateError('does not show the {{link}} that stops the mails')
  }
  // The closing has no subject of its own, but the parser requires one.
  return parseTemplate(name === 'closing' ? `Subject: -\n\n${source}` : source)
}

/** The server does not start if the template has an error. */
export async function readTemplateFile<Result>(file: string, check: (source: string) => Result) {
  const source = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new StartupFailure(
      `The mail template ${relativePath(file)} cannot be read: ${messageOf(error)}`,
    )
  })
  try {
    return check(source)
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error
    throw new StartupFailure(`The mail template ${relativePath(file)} ${error.message}.`)
  }
}

function relativePath(file: string) {
  return relative('', file)
}
