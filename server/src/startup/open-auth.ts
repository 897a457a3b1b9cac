// What the sign-in dialect needs of this installation.
import type { Auth } from '../auth/parts.ts'
import { deriveKeys } from '../keys/derived-keys.ts'
import { openProviders } from '../auth/outside/providers.ts'
import { AccessTokens } from '../auth/sessions/access-tokens.ts'
import type { Config } from '../config/config.ts'
import { isLoopback } from '../config/is-loopback.ts'
import type { Pool } from '../postgres/database.ts'
import { Identities } from '../http/identity.ts'
import { productName } from '../manifest.ts'
import type { Secrets } from '../keys/secrets.ts'
import { publicHalf } from '../keys/signing-keys.ts'

interface Parts {
  config: Config
  pool: Pool
  secrets: Secrets
  screenOf: Auth['screenOf']
}

export function openAuth({ config, pool, secrets, screenOf }: Parts): Auth {
  const { site, sessions, signUp, jwtAudience: audience } = config
  const keySet = secrets.signingKeys.map(publicHalf)
  const [key] = secrets.signingKeys
  return {
    pool,
    identities: new Identities({
      jwtSecret: secrets.jwtSecret,
      keys: keySet,
      audience,
      anonymousRole: config.rest.anonymousRole,
    }),
    accessTokens: new AccessTokens({ key, issuer: `${site}/auth/v1`, audience }),
    keys: deriveKeys(secrets.jwtSecret),
    keySet,
    settings: {
      productName,
      isSignUpOpen: signUp.isOpen,
      isSignUpAtOnce: signUp.isAtOnce,
      hasPhones: config.sms !== undefined,
      smsCountries: config.smsCountries,
      site,
      redirects: [...config.redirects, ...otherNamesOf(site)],
      companies: config.outside.companies,
      sessions,
    },
    providers: openProviders(config.outside, site),
    screenOf,
  }
}

/** On one's own machine a page has several addresses. */
function otherNamesOf(site: string) {
  const { hostname, port, protocol } = new URL(site)
  if (!isLoopback(hostname)) return []
  return ['localhost', '127.0.0.1', '[::1]'].map((name) => `${protocol}//${name}:${port}`)
}
