// Builds the dependencies of the auth API from the configuration.
import type { AuthDependencies } from '../auth/auth-dependencies.ts'
import { openProviders } from '../auth/oauth/providers.ts'
import { AccessTokens } from '../auth/sessions/access-tokens.ts'
import type { Config } from '../config/config.ts'
import { isLoopback } from '../urls.ts'
import { Identities } from '../http/identity.ts'
import { deriveKeys } from '../keys/derived-keys.ts'
import type { Secrets } from '../keys/secrets.ts'
import { publicHalf } from '../keys/signing-keys.ts'
import { productName } from '../manifest.ts'
import type { Pool } from '../postgres/database.ts'

interface AuthOptions {
  config: Config
  pool: Pool
  secrets: Secrets
  screenOf: AuthDependencies['screenOf']
}

export function openAuth({ config, pool, secrets, screenOf }: AuthOptions): AuthDependencies {
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
      isAutoConfirmed: signUp.isAutoConfirmed,
      allowsAnonymous: signUp.allowsAnonymous,
      minPasswordLength: signUp.minPasswordLength,
      allowsManualLinking: config.allowsManualLinking,
      hasPhones: config.sms !== undefined,
      smsCountries: config.smsCountries,
      site,
      redirects: [...config.redirects, ...otherNamesOf(site)],
      ssoProviders: config.signInProviders.sso,
      sessions,
    },
    providers: openProviders(config.signInProviders, site),
    screenOf,
  }
}

/** Returns all loopback origins of the site if it runs on this machine, and otherwise an empty list. */
function otherNamesOf(site: string) {
  const { hostname, port, protocol } = new URL(site)
  if (!isLoopback(hostname)) return []
  return ['localhost', '127.0.0.1', '[::1]'].map((name) => `${protocol}//${name}:${port}`)
}
