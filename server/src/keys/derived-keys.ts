// Keys that follow from the server's secret, one for each purpose, so that what one of them made means nothing
// to another.
import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

export interface DerivedKeys {
  refreshTokens: Buffer
  oneTimeTokens: Buffer
  recoveryCodes: Buffer
  outsideVisits: Buffer
  downloadLinks: Buffer
  uploadLinks: Buffer
}

export function deriveKeys(secret: string): DerivedKeys {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
  return {
    refreshTokens: derive('refresh tokens'),
    oneTimeTokens: derive('one-time tokens'),
    recoveryCodes: derive('recovery codes'),
    outsideVisits: derive('outside visits'),
    downloadLinks: derive('download links'),
    uploadLinks: derive('upload links'),
  }
}

export function keyedHash(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

/** Enough for what is random and long: nobody can try them all. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** Takes as long for a near miss as for a far one. */
export function isSame(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(hashOf(one)), Buffer.from(hashOf(other)))
}
