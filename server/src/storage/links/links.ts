// Links: whoever holds one may do one thing with one object for a while. They are signed under keys of their own, so
// that no link is ever a session, and no link to read one to write.
import { errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import type { DerivedKeys } from '../../derived-keys.ts'
import type { Identity } from '../../http/identity.ts'
import { badLink } from '../errors.ts'
import type { Target } from '../names.ts'

type Keys = Pick<DerivedKeys, 'downloadLinks' | 'uploadLinks'>

const forDownload = z.object({ url: z.string() })
const forUpload = z.object({
  url: z.string(),
  upsert: z.boolean(),
  role: z.string(),
  owner: z.string().optional(),
  session_id: z.string().optional(),
  aal: z.string().optional(),
})

const uploadSeconds = 2 * 3600

export class Links {
  readonly #keys: Keys

  constructor(keys: Keys) {
    this.#keys = keys
  }

  forDownload(target: Target, seconds: number) {
    return sign(this.#keys.downloadLinks, { url: urlOf(target) }, seconds)
  }

  async checkDownload(target: Target, token: string) {
    const { url } = forDownload.parse(await verify(this.#keys.downloadLinks, token))
    if (url !== urlOf(target)) throw badLink('This link is for another file.')
  }

  /** What is uploaded with it comes as from whoever made it, as long as their session lasts. */
  forUpload(target: Target, { role, sub, sessionId, claims }: Identity, upsert: boolean) {
    const { aal } = z.object({ aal: z.string().optional() }).parse(JSON.parse(claims))
    const content = { url: urlOf(target), upsert, role, owner: sub, session_id: sessionId, aal }
    return sign(this.#keys.uploadLinks, content, uploadSeconds)
  }

  async checkUpload(
    target: Target,
    token: string,
  ): Promise<{ identity: Identity; upsert: boolean }> {
    const content = forUpload.parse(await verify(this.#keys.uploadLinks, token))
    const { url, upsert, role, owner, session_id: sessionId, aal } = content
    if (url !== urlOf(target)) throw badLink('This link is for another file.')
    const claims = JSON.stringify({ role, sub: owner, session_id: sessionId, aal })
    // The link's own end was looked at above.
    const identity = { role, sub: owner, sessionId, claims, expires: Infinity }
    return { identity, upsert }
  }
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
    if (error instanceof errors.JWTExpired) throw badLink('This link has expired.')
    throw badLink('This link is not valid.')
  }
}
