// Lets tests send emails with sample values.
import { randomUUID } from 'node:crypto'
import { loadTemplates } from './load-templates.ts'
import type { MailKind } from './mail-kinds.ts'
import { createMailer, type Delivery, type Mail } from './mailer.ts'

export const site = 'https://work.example'
const productName = 'Mendwell'
const templates = await loadTemplates('supabase/templates')

export const values = {
  email: 'ana@facility.example',
  oldEmail: 'ana@before.example',
  link: `${site}/login?token_hash=abc123&type=signup`,
  code: '482913',
  validFor: '1 hour',
  what: 'An authenticator app was added.',
}

export function createTestMailer(delivery: Delivery) {
  const from = { name: productName, address: 'no-reply@work.example' }
  return createMailer({ templates, delivery, from, site, productName })
}

export function sampleMail(kind: MailKind, overrides: Partial<Mail> = {}): Mail {
  const at = new Date('2026-03-04T05:06:07.890Z')
  return { id: randomUUID(), kind, to: values.email, at, values, ...overrides }
}
