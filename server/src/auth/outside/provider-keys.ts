// The keys with which a provider signs. They change: a token with a key that is not known asks for them once more, but
// not each token does.
import { createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose'
import { providerFetch } from './provider-fetch.ts'

/** By keys that are published. A shared secret, or none, signs nothing here. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'EdDSA']

const betweenReloads = 60_000

export class ProviderKeys {
  readonly #keySet: ReturnType<typeof createRemoteJWKSet>
  #reloadedAt = -Infinity
  #reloading: Promise<void> | undefined

  constructor(address: string) {
    this.#keySet = createRemoteJWKSet(new URL(address), {
      // Reloads are counted here: the first one need not wait.
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

  /** Once in a while; who asks while it goes on waits for the same one. */
  async #reload() {
    if (Date.now() - this.#reloadedAt > betweenReloads) {
      this.#reloadedAt = Date.now()
      this.#reloading = this.#keySet.reload().finally(() => (this.#reloading = undefined))
    }
    await this.#reloading
  }
}
