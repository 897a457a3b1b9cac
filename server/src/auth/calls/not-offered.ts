// What other servers of this dialect offer and this one does not: each is refused by name.
import type { Call } from '../call.ts'
import { AuthError } from '../errors.ts'

const passkeys = () => new AuthError(404, 'passkey_disabled', 'Passkeys are disabled')
const oauthServer = () => new AuthError(404, 'feature_disabled', 'OAuth server is disabled')
const customProviders = () =>
  new AuthError(404, 'feature_disabled', 'Custom OAuth providers are disabled')

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** With all that is below them. */
const refused: [path: string, why: () => AuthError][] = [
  ['/passkeys', passkeys],
  ['/admin/users/:id/passkeys', passkeys],
  ['/oauth', oauthServer],
  ['/user/oauth', oauthServer],
  ['/admin/oauth', oauthServer],
  ['/admin/custom-providers', customProviders],
]

export const notOffered: readonly Call[] = refused.flatMap(([root, why]) =>
  [root, `${root}/*`].flatMap((path) => methods.map((method) => refusal(method, path, why))),
)

function refusal(method: Call['method'], path: string, why: () => AuthError): Call {
  return {
    method,
    path,
    answer: async () => {
      throw why()
    },
  }
}
