import type { Pool } from '../postgres/database.ts'
import type { Identities } from '../http/identity.ts'
import type { DerivedKeys } from '../keys/derived-keys.ts'
import type { AccessTokens } from './sessions/access-tokens.ts'
import type { Providers } from './outside/providers.ts'
import type { AuthSettings } from './settings.ts'

/** What the calls of this dialect work with. */
export interface Auth {
  pool: Pool
  identities: Identities
  accessTokens: AccessTokens
  keys: DerivedKeys
  /** The public halves of the keys that sign access tokens. */
  keySet: readonly object[]
  settings: AuthSettings
  /** At whom else people sign in. */
  providers: Providers
  /** The page of the web that a kind of mail leads to. */
  screenOf: (mail: string) => string
}
