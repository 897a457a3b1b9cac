// Where the database is: at one of several hosts, and after a failover at another one.
import { Client, type ClientConfig } from 'pg'
import { z } from 'zod'

/** A host that is gone says nothing: with others to ask it is not waited for long. */
const longestAmongSeveral = 3000

export class Hosts {
  readonly #addresses: readonly string[]
  #at = 0

  constructor(addresses: readonly string[]) {
    this.#addresses = addresses
  }

  get count() {
    return this.#addresses.length
  }

  /** Where it was last, as far as anybody knows. */
  get present() {
    return this.#addresses[this.#at]
  }

  /** Nobody is there, or one that takes no writes; unless somebody else found out before. */
  passOver(address: string) {
    if (address === this.present) this.#at = (this.#at + 1) % this.#addresses.length
  }
}

export interface Connection extends ClientConfig {
  hosts?: Hosts
}

/** PostgreSQL says so before the first question. */
const standby = z.object({
  parameterName: z.literal('in_hot_standby'),
  parameterValue: z.literal('on'),
})

/** Connects to the host that is the present one. Where that fails the next client tries the next one. */
export class HostClient extends Client {
  constructor(config: Connection = {}) {
    const { hosts } = config
    const address = hosts?.present
    super(address === undefined ? config : { ...config, ...settingsFor(address, hosts) })
    if (hosts && address !== undefined) this.#watch(hosts, address)
  }

  #watch(hosts: Hosts, address: string) {
    let isOpen = false
    const failed = () => {
      if (!isOpen) hosts.passOver(address)
    }
    this.once('connect', () => (isOpen = true))
    for (const event of ['error', 'errorMessage', 'end']) this.connection.once(event, failed)
    this.connection.on('parameterStatus', (told: unknown) => {
      if (isOpen || !standby.safeParse(told).success) return
      // The rest of its greeting may be here already: it must not look open.
      this.connection.removeAllListeners('readyForQuery')
      this.connection.stream.destroy(new Standby())
    })
  }
}

function settingsFor(connectionString: string, hosts: Hosts | undefined): ClientConfig {
  const isOneOfMany = hosts !== undefined && hosts.count > 1
  return {
    connectionString,
    ...(isOneOfMany ? { connectionTimeoutMillis: longestAmongSeveral } : {}),
  }
}

/** As PostgreSQL says that it cannot be talked to now. */
class Standby extends Error {
  readonly code = '57P03'

  constructor() {
    super('it is a standby, which takes no writes')
  }
}
