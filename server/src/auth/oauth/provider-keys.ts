// Caches the public keys of a provider, which rotates them. A token signed with an unknown key triggers a reload, at
// most once per interval.
import { createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose'
import { providerFetch } from './provider-requests.ts'

/** Shared secrets and "none" are not in this list, so tokens that use them are refused. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'EdDSA']

const minReloadIntervalMs = 60_000

export class ProviderKeys {
  readonly #keySet: ReturnType<typeof createRemoteJWKSet>
  #reloadedAt = -Infinity
  #reloading: Promise<void> | undefined

  constructor(address: string) {
    this.#keySet = createRemoteJWKSet(new URL(address), {
      // This class limits reloads itself, so that the first reload need not wait.
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
