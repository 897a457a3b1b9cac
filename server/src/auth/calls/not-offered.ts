// What other servers of this dialect offer and this one does not: each is refused by name.
import type { Call } from '../call.ts'
import { AuthError } from '../errors.ts'

const passkeys = () => new AuthError(404, 'passkey_disabled', 'Passkeys are not offered here.')

const refused: [Call['method'], path: string, why: () => AuthError][] = [
  ['GET', '/passkeys', passkeys],
  ['POST', '/passkeys/*', passkeys],
]

export const notOffered: readonly Call[] = refused.map(([method, path, why]) => ({
  method,
  path,
  answer: async () => {
    throw why()
  },
}))
