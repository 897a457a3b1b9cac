// Reads emails. A server without SMTP_URL writes them to files instead of sending them.
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
  /** The link of the button. Not every email has a link. */
  link: URL | undefined
  /** The token in the link. */
  token: string
  /** The code to type instead of opening the link, or an empty text. */
  code: string
}

const folder = join(target.dataFolder, 'mail')
const contents = new Map<string, string>()
const readNames = new Set<string>()

/**
 * Waits for an unread email of this kind to an address, and returns the newest one. All emails of this kind to the
 * address then count as read.
 */
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

/**
 * Waits until no email to this address waits in the outbox. Returns the number of emails of this kind to this address.
 */
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

/**
 * Lists the file names of emails. The oldest comes first, because each name begins with the time.
 */
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
