// Reads emails that a server without SMTP_URL writes to files.
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { z } from 'zod'
import { until } from '../../support/until.ts'
import { query } from './database.ts'
import { target } from './target.ts'

const kinds = [
  'confirmation',
  'magic-link',
  'recovery',
  'invite',
  'email-change',
  'reauthentication',
  'password-changed',
  'email-changed',
  'phone-changed',
  'account-exists',
  'second-factor-changed',
  'way-in-changed',
] as const
export type MailKind = (typeof kinds)[number]

export interface Mail {
  /** The id of the outbox row. */
  id: string
  subject: string
  text: string
  html: string
  /** The link of the button. */
  link: URL | undefined
  /** The token in the link. */
  token: string
  /** The code to type instead of opening the link, or an empty text. */
  code: string
}

const folder = join(target.dataFolder, 'mail')
const contents = new Map<string, string>()
const readNames = new Set<string>()

/** Waits for unread emails of this kind to an address, marks them as read, and returns the newest. */
export async function nextMail(address: string, kind: MailKind): Promise<Mail> {
  let newest: string | undefined
  await until(() => {
    newest = unreadNames(address, kind).at(-1)
    return newest !== undefined
  })
  unreadNames(address, kind).forEach((name) => readNames.add(name))
  assert.ok(newest)
  return parse(newest)
}

/** Waits until the outbox has no email to this address. Returns the number of emails of this kind. */
export async function countMails(address: string, kind: MailKind) {
  await until(async () => (await countQueued(address)) === 0)
  return fileNames(address, kind).length
}

async function countQueued(address: string) {
  const rows = await query(
    `select count(*)::integer as waiting from private.outbox
     where done_at is null and dead_at is null and payload::text like '%' || $1 || '%'`,
    [address],
  )
  return z.array(z.object({ waiting: z.number() })).parse(rows)[0]?.waiting
}

function unreadNames(address: string, kind: MailKind) {
  return fileNames(address, kind).filter((name) => !readNames.has(name))
}

/** Lists the file names of emails, oldest first, because each name begins with the time. */
function fileNames(address: string, kind: MailKind) {
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).filter((name) => name.endsWith('.eml'))
  return names
    .filter((name) => kindOf(name) === kind && contentOf(name).includes(`To: ${address}\r\n`))
    .toSorted()
}

function kindOf(name: string) {
  const [, kind] = /Z-([a-z-]+)-[0-9a-f]{8}-/.exec(name) ?? []
  return kind
}

function contentOf(name: string) {
  const text = contents.get(name) ?? readFileSync(join(folder, name), 'utf8')
  contents.set(name, text)
  return text
}

async function parse(name: string): Promise<Mail> {
  const {
    subject = '',
    text = '',
    html = '',
    messageId = '',
  } = await PostalMime.parse(contentOf(name))
  const id = /[0-9a-f-]{36}/.exec(messageId)?.[0] ?? ''
  const [address] = /https?:\S+[?&]token(?:_hash)?=\S+/.exec(text) ?? []
  const link = address === undefined ? undefined : new URL(address)
  const token = link?.searchParams.get('token_hash') ?? link?.searchParams.get('token') ?? ''
  const [code = ''] = /^\d{6}$/m.exec(text) ?? []
  return { id, subject, text, html, link, token, code }
}
