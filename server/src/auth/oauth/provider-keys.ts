// Caches a provider's public keys. Providers rotate their keys, so a token with an unknown key triggers a reload, at
// most once per interval.
import { createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose'
import { providerFetch } from './provider-requests.ts'

/** The list omits "none" and algorithms with shared secrets, because tokens that use them must be refused. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'EdDSA']

const minReloadIntervalMs = 60_000

export class ProviderKeys {
  readonly #keySet: ReturnType<typeof createRemoteJWKSet>
  #reloadedAt = -Infinity
  #reloading: Promise<void> | undefined

  constructor(address: string) {
    this.#keySet = createRemoteJWKSet(new URL(address), {
      // Stops the library from reloading the keys when it finds an unknown key. `#reload` reloads the keys instead.
      cooldownDuration: Infinity,
      [customFetch]: (url, { headers }) => providerFetch(url, { headers }),
    })
  }

  async verify<Claims>(token: string, expected: { audience: string | string[] }) {
    const options = { ...expected, algorithms, clockTolerance: 30 }
    return jwtVerify<Claims>(token, this.#keySet, options).catch(async (error: unknown) => {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      await this.#reload()
      return jwtVerify<Claims>(token, this.#keySet, options)
    })
  }

  /** Reloads at most once per interval. Concurrent callers share one reload. */
  async #reload() {
    if (Date.now() - this.#reloadedAt > minReloadIntervalMs) {
      this.#reloadedAt = Date.now()
      this.#reloading = this.#keySet.reload().finally(() => (this.#reloading = undefined))
    }
    await this.#reloading
  }
}
