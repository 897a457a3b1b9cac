// Refuses routes that Supabase has and this server does not support. Each route has a specific error.
import type { Route } from '../auth-dependencies.ts'
import { AuthError } from '../errors.ts'

const passkeys = () => new AuthError(404, 'passkey_disabled', 'Passkeys are disabled')
const oauthServer = () => new AuthError(404, 'feature_disabled', 'OAuth server is disabled')
const customProviders = () =>
  new AuthError(404, 'feature_disabled', 'Custom OAuth providers are disabled')

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** Each entry also covers all paths below its path. */
const unsupported: [path: string, error: () => AuthError][] = [
  ['/passkeys', passkeys],
  ['/admin/users/:id/passkeys', passkeys],
  ['/oauth', oauthServer],
  ['/user/oauth', oauthServer],
  ['/admin/oauth', oauthServer],
  ['/admin/custom-providers', customProviders],
]

export const unsupportedRoutes: readonly Route[] = unsupported.flatMap(([root, error]) =>
  [root, `${root}/*`].flatMap((path) =>
    methods.map((method) => refusingRoute(method, path, error)),
  ),
)

function refusingRoute(method: Route['method'], path: string, error: () => AuthError): Route {
  return {
    method,
    path,
    handle: async () => {
      throw error()
    },
  }
}
