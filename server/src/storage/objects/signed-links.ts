// A signed link lets its holder read or write one object for a limited time. Separate keys for downloads and uploads
// prevent uploads by a download link.
import { errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import type { Identity } from '../../http/identity.ts'
import type { DerivedKeys } from '../../keys/derived-keys.ts'
import { badLink, expiredLink } from '../errors.ts'
import { imageTransform, type ImageTransform } from '../images/image-transform.ts'
import type { ObjectPath } from '../names.ts'

type LinkKeys = Pick<DerivedKeys, 'downloadLinks' | 'uploadLinks'>

/** Every link names its maker and its object. */
const linkClaims = z.object({
  url: z.string(),
  role: z.string(),
  owner: z.string().optional(),
  session_id: z.string().optional(),
  aal: z.string().optional(),
})
const downloadClaims = linkClaims.extend({
  id: z.string(),
  transform: imageTransform.optional(),
})
const uploadClaims = linkClaims.extend({ upsert: z.boolean() })

export interface LinkedObject {
  id: string
  owner_id: string | null
  path: ObjectPath
  /** Set if the link is for only one variant of an image. */
  transform?: ImageTransform | undefined
}

interface VerifiedDownload {
  /** The identity of the link's maker. */
  identity: Identity
  objectId: string
  transform: ImageTransform | undefined
}

const uploadLinkSeconds = 2 * 3600

export class SignedLinks {
  readonly #keys: LinkKeys

  constructor(keys: LinkKeys) {
    this.#keys = keys
  }

  /**
   * Signs a link to download an object. The link ends with the session of its maker, unless the maker owns the object.
   */
  signDownload(object: LinkedObject, identity: Identity, seconds: number) {
    const { path, id, owner_id: owner, transform } = object
    const isOwner = owner !== null && owner === identity.sub
    const maker = makerClaims(isOwner ? { ...identity, sessionId: undefined } : identity)
    const claims = { ...maker, url: urlOf(path), id, transform }
    return sign(this.#keys.downloadLinks, claims, seconds)
  }

  async verifyDownload(path: ObjectPath, token: string): Promise<VerifiedDownload> {
    const claims = downloadClaims.parse(await verify(this.#keys.downloadLinks, token))
    const { id: objectId, transform } = claims
    return { identity: makerOf(path, claims), objectId, transform }
  }

  /** Signs a link to upload an object with the rights and the session of the link's maker. */
  signUpload(path: ObjectPath, identity: Identity, upsert: boolean) {
    const claims = { ...makerClaims(identity), url: urlOf(path), upsert }
    return sign(this.#keys.uploadLinks, claims, uploadLinkSeconds)
  }

  /** Returns the role and the user id of the link's maker. */
  async makerOfUpload(token: string) {
    const { role, owner } = uploadClaims.parse(await verify(this.#keys.uploadLinks, token))
    return { role, sub: owner }
  }

  async verifyUpload(
    path: ObjectPath,
    token: string,
  ): Promise<{ identity: Identity; upsert: boolean }> {
    const claims = uploadClaims.parse(await verify(this.#keys.uploadLinks, token))
    return { identity: makerOf(path, claims), upsert: claims.upsert }
  }
}

function makerClaims({ role, sub, sessionId, claims }: Identity) {
  const { aal } = z.object({ aal: z.string().optional() }).parse(JSON.parse(claims))
  return { role, owner: sub, session_id: sessionId, aal }
}

function makerOf(path: ObjectPath, link: z.output<typeof linkClaims>): Identity {
  const { url, role, owner, session_id: sessionId, aal } = link
  if (url !== urlOf(path)) throw badLink('This link is for another file.')
  const claims = JSON.stringify({ role, sub: owner, session_id: sessionId, aal })
  // The expiry of the link itself has already been verified.
  return { role, sub: owner, sessionId, claims, expiresAtSeconds: Infinity }
}

function urlOf({ bucket, name }: ObjectPath) {
  return `${bucket}/${name}`
}

function sign(key: Buffer, claims: Record<string, unknown>, seconds: number) {
  const now = Math.floor(Date.now() / 1000)
  return new SignJWT(claims)
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
