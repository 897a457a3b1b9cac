// A media type as it is said: what a file is, and for a text how its characters are written.
import { invalidType } from '../errors.ts'

export const unknownType = 'application/octet-stream'

/** Without its parameters, under the name that everybody else uses. */
export function typeIn(given = unknownType) {
  const plain = bareType(given)
  if (!/^[\w!#$&^.+-]{1,80}\/[\w!#$&^.+-]{1,80}$/u.test(plain)) throw invalidType()
  return plain === 'image/jpg' ? 'image/jpeg' : plain
}

export function bareType(given: string) {
  const [type = ''] = given.toLowerCase().split(';', 1)
  return type.trim()
}

export function charsetIn(given = '') {
  return /;\s*charset="?([\w.:-]{1,40})"?/iu.exec(given)?.[1]
}

export function withCharset(type: string, charset: string | undefined) {
  return charset !== undefined && type.startsWith('text/') ? `${type};charset=${charset}` : type
}
