// Links: whoever holds one may do one thing with one object for a while. They are signed under keys of their own, so
// that no link is ever a session, and no link to read one to write.
import { errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import type { DerivedKeys } from '../../keys/derived-keys.ts'
import type { Identity } from '../../http/identity.ts'
import { badLink, expiredLink } from '../errors.ts'
import type { Target } from '../names.ts'
import type { ObjectRow } from '../objects/object.ts'
import { measure, type Measure } from '../pictures/measure.ts'

type Keys = Pick<DerivedKeys, 'downloadLinks' | 'uploadLinks'>

/** Who made a link, and what it is for. */
const made = z.object({
  url: z.string(),
  role: z.string(),
  owner: z.string().optional(),
  session_id: z.string().optional(),
  aal: z.string().optional(),
})
const forDownload = made.extend({ id: z.string(), transform: measure.optional() })
const forUpload = made.extend({ upsert: z.boolean() })

export interface Linked extends Pick<ObjectRow, 'id' | 'owner_id'> {
  target: Target
  /** Where it is for a picture, and for no other one of it. */
  measure?: Measure | undefined
}

interface ForDownload {
  identity: Identity
  /** The object that it was made for. */
  id: string
  measure: Measure | undefined
}

const uploadSeconds = 2 * 3600

export class Links {
  readonly #keys: Keys

  constructor(keys: Keys) {
    this.#keys = keys
  }

  /** Whoever shares what is theirs need not stay signed in; for others it holds as long as their session. */
  forDownload(linked: Linked, identity: Identity, seconds: number) {
    const { target, id, owner_id: owner, measure: transform } = linked
    const isOwn = owner !== null && owner === identity.sub
    const maker = makerOf(isOwn ? { ...identity, sessionId: undefined } : identity)
    const content = { ...maker, url: urlOf(target), id, transform }
    return sign(this.#keys.downloadLinks, content, seconds)
  }

  /** What it was made for, and as whom it is asked for. */
  async checkDownload(target: Target, token: string): Promise<ForDownload> {
    const content = forDownload.parse(await verify(this.#keys.downloadLinks, token))
    const { id, transform } = content
    return { identity: identityIn(target, content), id, measure: transform }
  }

  /** What is uploaded with it comes as from whoever made it, as long as their session lasts. */
  forUpload(target: Target, identity: Identity, upsert: boolean) {
    const content = { ...makerOf(identity), url: urlOf(target), upsert }
    return sign(this.#keys.uploadLinks, content, uploadSeconds)
  }

  async checkUpload(
    target: Target,
    token: string,
  ): Promise<{ identity: Identity; upsert: boolean }> {
    const content = forUpload.parse(await verify(this.#keys.uploadLinks, token))
    return { identity: identityIn(target, content), upsert: content.upsert }
  }
}

function makerOf({ role, sub, sessionId, claims }: Identity) {
  const { aal } = z.object({ aal: z.string().optional() }).parse(JSON.parse(claims))
  return { role, owner: sub, session_id: sessionId, aal }
}

function identityIn(target: Target, content: z.output<typeof made>): Identity {
  const { url, role, owner, session_id: sessionId, aal } = content
  if (url !== urlOf(target)) throw badLink('This link is for another file.')
  const claims = JSON.stringify({ role, sub: owner, session_id: sessionId, aal })
  // The end of the link itself was looked at before.
  return { role, sub: owner, sessionId, claims, expires: Infinity }
}

function urlOf({ bucket, name }: Target) {
  return `${bucket}/${name}`
}

function sign(key: Buffer, content: Record<string, unknown>, seconds: number) {
  const now = Math.floor(Date.now() / 1000)
  return new SignJWT(content)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt(now)
    .setExpirationTime(now + seconds)
    .sign(key)
}

async function verify(key: Buffer, token: string) {
  try {
    const options = { algorithms: ['HS256'], requiredClaims: ['exp'] }
    return (await jwtVerify(token, key, options)).payload
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw expiredLink()
    throw badLink('This link is not valid.')
  }
}
