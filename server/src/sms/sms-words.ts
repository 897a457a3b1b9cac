// The product's words for text messages, read and checked once, so that no code fails to arrive for a slip in them.
import { join } from 'node:path'
import { readChecked } from '../mail/read-checked.ts'
import { placeholdersIn, TemplateFault } from '../mail/template.ts'

/** A file each in the product's templates/sms. */
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

type SmsWords = (kind: SmsKind, values: SmsValues) => string

interface Options {
  productFolder: string
  site: string
  productName: string
}

const known = ['code', 'validFor', 'productName']

export async function loadSmsWords({ productFolder, site, productName }: Options) {
  const folder = join(productFolder, 'templates', 'sms')
  const templates = new Map<SmsKind, string>()
  for (const kind of smsKinds) {
    templates.set(kind, await readChecked(join(folder, `${kind}.txt`), checked))
  }
  const { hostname } = new URL(site)
  const words: SmsWords = (kind, { code, validFor }) => {
    const values: Record<string, string> = { code, validFor, productName }
    const text = templates.get(kind) ?? ''
    const filled = text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')
    // By this line a telephone fills the code in on this site and on no other.
    return `${filled}\n\n@${hostname} #${code}`
  }
  return words
}

/** The code stands first: a telephone that is locked shows the beginning. */
function checked(source: string) {
  const text = source.trim()
  const unknown = placeholdersIn(text).find((name) => !known.includes(name))
  if (unknown !== undefined) {
    throw new TemplateFault(`names {{${unknown}}}; there are ${known.join(', ')}`)
  }
  if (!text.startsWith('{{code}}')) throw new TemplateFault('does not begin with the {{code}}')
  return text
}
