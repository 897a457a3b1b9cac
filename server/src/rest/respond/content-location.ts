// Where an answer comes from: the schema, if there are several, and the address of what was read, with its parameters
// in the order of their names.
import { headerText } from '../parse/header-text.ts'
import type { RawRequest } from '../parse/request.ts'
import type { Plan } from '../plan/plan.ts'
import type { RestSettings } from '../settings.ts'
import type { Response } from './respond.ts'

interface Origin {
  plan: Plan
  schema: string
  raw: RawRequest
  settings: RestSettings
}

export function located(response: Response, { plan, schema, raw, settings }: Origin): Response {
  const headers = {
    ...profileHeader(schema, settings),
    ...(plan.kind === 'read' ? { 'content-location': inOrder(raw.url) } : {}),
    ...response.headers,
  }
  return { ...response, headers }
}

export function profileHeader(schema: string, { schemas }: RestSettings): Record<string, string> {
  return schemas.length > 1 ? { 'content-profile': headerText(schema) } : {}
}

function inOrder(url: string) {
  const at = url.indexOf('?')
  if (at < 0) return url
  const parts = url
    .slice(at + 1)
    .split('&')
    .filter(Boolean)
    .map((part) => ({ part, name: nameIn(part) }))
  const sorted = parts.toSorted(byName).map(({ part }) => part)
  return `${url.slice(0, at)}${sorted.length > 0 ? '?' : ''}${sorted.join('&')}`
}

function nameIn(part: string) {
  const end = part.indexOf('=')
  return end < 0 ? part : part.slice(0, end)
}

function byName({ name: one }: { name: string }, { name: other }: { name: string }) {
  if (one === other) return 0
  return one < other ? -1 : 1
}
