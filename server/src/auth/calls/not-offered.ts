// What other servers of this dialect offer and this one does not: each is refused by name.
import type { Call } from '../call.ts'
import { AuthError } from '../errors.ts'

const others = 'Sign-in through others is not offered here.'
const linking = () => new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled')
const provider = () => new AuthError(400, 'provider_disabled', others)
const saml = () => new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled')
const passkeys = () => new AuthError(404, 'passkey_disabled', 'Passkeys are not offered here.')

const refused: [Call['method'], path: string, why: () => AuthError][] = [
  ['GET', '/authorize', provider],
  ['POST', '/sso', saml],
  ['GET', '/user/identities/authorize', linking],
  ['DELETE', '/user/identities/:identityId', linking],
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

export const idTokenNotOffered = async () => {
  throw provider()
}
