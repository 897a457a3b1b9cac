// Loads and checks the SMS templates when the server starts, before an error can stop a code.
import { join } from 'node:path'
import { readTemplateFile } from '../mail/load-templates.ts'
import { placeholdersIn, TemplateError } from '../mail/template.ts'

/** Each kind has a file in templates/sms of the application folder. */
export const smsKinds = [
  'sign-in',
  'sign-up',
  'phone-change',
  'reauthentication',
  'second-factor',
] as const
export type SmsKind = (typeof smsKinds)[number]

export interface SmsValues {
  code: string
  validFor: string
}

type RenderSms = (kind: SmsKind, values: SmsValues) => string

interface SmsTemplateOptions {
  productFolder: string
  site: string
  productName: string
}

const placeholders = ['code', 'validFor', 'productName']

export async function loadSmsTemplates({ productFolder, site, productName }: SmsTemplateOptions) {
  const folder = join(productFolder, 'templates', 'sms')
  const templates = new Map<SmsKind, string>()
  for (const kind of smsKinds) {
    templates.set(kind, await readTemplateFile(join(folder, `${kind}.txt`), checkTemplate))
  }
  const { hostname } = new URL(site)
  const render: RenderSms = (kind, { code, validFor }) => {
    const values: Record<string, string> = { code, validFor, productName }
    const text = templates.get(kind) ?? ''
    const filled = text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')
    // With this line, a phone fills in the code automatically, but only on this site.
    return `${filled}\n\n@${hostname} #${code}`
  }
  return render
}

/** The text has to begin with the code, because a locked phone shows only the beginning. */
function checkTemplate(source: string) {
  const text = source.trim()
  const unknown = placeholdersIn(text).find((name) => !placeholders.includes(name))
  if (unknown !== undefined) {
    throw new TemplateError(`names {{${unknown}}}; there are ${placeholders.join(', ')}`)
  }
  if (!text.startsWith('{{code}}')) throw new TemplateError('does not begin with {{code}}')
  return text
}
