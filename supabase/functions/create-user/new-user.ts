// Reads and checks the fields that an admin sent for a new user.
import { Refusal } from '../_shared/handler.ts'

const roles = ['facility', 'contractor', 'consultant', 'admin'] as const

export interface NewUser {
  full_name: string
  company_name: string
  email: string
  /** Undefined if the user gets an invitation, and chooses a password later. */
  password: string | undefined
  role: (typeof roles)[number]
  business_type: string | undefined
  services: string[]
  expertise: string[]
  invite: boolean
}

type JsonObject = Record<string, unknown>

const maxTextLength = 200
const maxEmailLength = 255
const maxItems = 50
const maxItemLength = 100

const known: readonly string[] = [
  'full_name',
  'company_name',
  'email',
  'password',
  'role',
  'business_type',
  'services',
  'expertise',
  'invite',
] satisfies (keyof NewUser)[]

export function readNewUser(sent: JsonObject): NewUser {
  const unknown = Object.keys(sent).find((field) => !known.includes(field))
  if (unknown !== undefined) throw wrong(`${unknown.slice(0, 100)} is not a known field.`)
  const invite = inviteIn(sent)
  return {
    full_name: shortText(sent, 'full_name', maxTextLength),
    company_name: shortText(sent, 'company_name', maxTextLength),
    email: shortText(sent, 'email', maxEmailLength),
    password: invite ? undefined : required(sent, 'password'),
    role: roleIn(sent),
    business_type: trimmed(textIn(sent, 'business_type', maxTextLength)) || undefined,
    services: wordsIn(sent, 'services'),
    expertise: wordsIn(sent, 'expertise'),
    invite,
  }
}

function shortText(sent: JsonObject, field: string, maxLength: number) {
  const text = trimmed(textIn(sent, field, maxLength))
  if (text === '') throw missing(field)
  return text
}

/** Reads a required field without trimming it, because spaces are part of a password. */
function required(sent: JsonObject, field: string) {
  const text = textIn(sent, field)
  if (text === '') throw missing(field)
  return text
}

/** An invitation with a password is refused, because nobody would use the password. */
function inviteIn(sent: JsonObject) {
  const invite = sent['invite'] ?? false
  if (typeof invite !== 'boolean') throw wrong('invite must be true or false.')
  if (invite && textIn(sent, 'password') !== '')
    throw wrong('password is not used with an invitation. Leave one of them out.')
  return invite
}

function roleIn(sent: JsonObject) {
  const wanted = required(sent, 'role')
  const role = roles.find((one) => one === wanted)
  if (!role) throw wrong(`role must be one of ${roles.join(', ')}.`)
  return role
}

/** A missing field is treated as an empty text. */
function textIn(sent: JsonObject, field: string, maxLength = Infinity): string {
  const value = sent[field] ?? ''
  if (typeof value !== 'string') throw wrong(`${field} must be text.`)
  if (lengthOf(trimmed(value)) > maxLength)
    throw wrong(`${field} can have at most ${maxLength} characters.`)
  return value
}

function wordsIn(sent: JsonObject, field: string): string[] {
  const list = sent[field] ?? []
  if (!Array.isArray(list) || !list.every((word) => typeof word === 'string')) {
    throw wrong(`${field} must be a list of texts.`)
  }
  const words = list.map(trimmed).filter((word) => word !== '')
  if (words.length <= maxItems && words.every((word) => lengthOf(word) <= maxItemLength))
    return words
  throw wrong(
    `${field} can have at most ${maxItems} entries of at most ${maxItemLength} characters.`,
  )
}

/** Trims like app.trimmed in the database, but returns an empty text where app.trimmed returns null. */
function trimmed(text: string) {
  return blank.test(text) ? '' : text.replaceAll(/^[\s\u200b]+|[\s\u200b]+$/gu, '')
}

const blank = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb\u{1d159}]*$/u

/** Returns the length in code points, like the database. */
function lengthOf(text: string) {
  return Array.from(text).length
}

function missing(field: string) {
  return wrong(`${field} is required.`)
}

function wrong(message: string) {
  return new Refusal(400, message)
}
