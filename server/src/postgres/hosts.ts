// Keeps track of which host of the database is the primary, which changes at a failover.
import { Client, type ClientConfig } from 'pg'
import { z } from 'zod'

/** The timeout for an unreachable host, if there are other hosts to try. */
const failoverTimeoutMs = 3000

export class Hosts {
  readonly #addresses: readonly string[]
  #index = 0

  constructor(addresses: readonly string[]) {
    this.#addresses = addresses
  }

  get count() {
    return this.#addresses.length
  }

  /** Returns the address of the host that is assumed to be the primary. */
  get current() {
    return this.#addresses[this.#index]
  }

  /** Moves on to the next host, unless another client has already done this. */
  markUnavailable(address: string) {
    if (address === this.current) this.#index = (this.#index + 1) % this.#addresses.length
  }
}

export interface Connection extends ClientConfig {
  hosts?: Hosts
}

/** A standby sends this report before the first query. */
const standbyReport = z.object({
  parameterName: z.literal('in_hot_standby'),
  parameterValue: z.literal('on'),
})

/** Connects to the current host. If that fails, the next client tries the next host. */
export class HostClient extends Client {
  constructor(config: Connection = {}) {
    const { hosts } = config
    const address = hosts?.current
    super(address === undefined ? config : { ...config, ...settingsFor(address, hosts) })
    if (hosts && address !== undefined) this.#watch(hosts, address)
  }

  #watch(hosts: Hosts, address: string) {
    let isOpen = false
    const onFailure = () => {
      if (!isOpen) hosts.markUnavailable(address)
    }
    this.once('connect', () => (isOpen = true))
    for (const event of ['error', 'errorMessage', 'end']) this.connection.once(event, onFailure)
    this.connection.on('parameterStatus', (report: unknown) => {
      if (isOpen || !standbyReport.safeParse(report).success) return
      // A readyForQuery event may still follow, after which the client would treat the connection as open.
      this.connection.removeAllListeners('readyForQuery')
      this.connection.stream.destroy(new StandbyError())
    })
  }
}

function settingsFor(connectionString: string, hosts: Hosts | undefined): ClientConfig {
  const hasOtherHosts = hosts !== undefined && hosts.count > 1
  return {
    connectionString,
    ...(hasOtherHosts ? { connectionTimeoutMillis: failoverTimeoutMs } : {}),
  }
}

/** The SQLSTATE means that the host cannot accept connections now. */
class StandbyError extends Error {
  readonly code = '57P03'

  constructor() {
    super('it is a standby, which takes no writes')
  }
}
