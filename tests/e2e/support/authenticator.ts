import { createHmac } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Computes the current code of an authenticator app, or the code of `stepsAhead` time steps later. */
export function codeFor(secret: string, stepsAhead = 0): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + stepsAhead))
  const bits = Array.from(secret, (character) =>
    alphabet.indexOf(character).toString(2).padStart(5, '0'),
  )
  const bytes = (bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))
  const digest = createHmac('sha1', Buffer.from(bytes)).update(counter).digest()
  const truncated = digest.readUInt32BE((digest.at(-1) ?? 0) % 16) % 2 ** 31
  return String(truncated % 1_000_000).padStart(6, '0')
}
