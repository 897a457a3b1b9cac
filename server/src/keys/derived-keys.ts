// Derives one key for each purpose from the JWT secret, so a token works for one purpose only.
import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

export interface DerivedKeys {
  refreshTokens: Buffer
  oneTimeTokens: Buffer
  recoveryCodes: Buffer
  oauthStates: Buffer
  downloadLinks: Buffer
  uploadLinks: Buffer
}

export function deriveKeys(secret: string): DerivedKeys {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
  return {
    refreshTokens: derive('refresh tokens'),
    oneTimeTokens: derive('one-time tokens'),
    recoveryCodes: derive('recovery codes'),
    oauthStates: derive('outside visits'),
    downloadLinks: derive('download links'),
    uploadLinks: derive('upload links'),
  }
}

export function keyedHash(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

/** Hashes without a key, which is enough for long random tokens that nobody can guess. */
export function sha256(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

export function isEqualConstantTime(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(sha256(one)), Buffer.from(sha256(other)))
}
