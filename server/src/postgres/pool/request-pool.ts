// The connections that requests run on, apart from the server's own: their login may do nothing until a
// request says as whom it comes.
import type { Log } from '../../log.ts'
import type { Connection } from '../hosts.ts'
import { Connections, NoConnection } from './connections.ts'
import { DatabaseRefusal } from './database-refusal.ts'
import type { Row } from './messages.ts'
import { NotBegun } from './not-begun.ts'
import type { RequestClient, Statement } from './request-client.ts'
import { StatementNames } from './statement-names.ts'
import type { Place } from './waiting-line.ts'

export { NoConnection }
export type { Place, Row, Statement }

export interface RequestPoolOptions {
  connection: Connection
  log: Log
  /** False where a pooler in between cannot keep them. */
  preparedStatements: boolean
  /** False where a pooler in between gives each transaction another connection: nothing may be left on one. */
  keepsSession?: boolean | undefined
  /** Run once on each new connection. */
  greeting?: string | undefined
  /** About four a core: more only wait inside PostgreSQL instead of here. */
  most?: number
}

/** Runs statements in one round trip, and gives the rows of each. */
export type Batch = (statements: readonly Statement[]) => Promise<Row[][]>

const connections = 8
const statementTakes = 8000
const limitOfSession = plain(`set statement_timeout = ${statementTakes}`)
const limitOfTransaction = plain(
  `select set_config('statement_timeout', '${statementTakes}', true)`,
)

export class RequestPool {
  readonly #connections: Connections
  readonly #names = new StatementNames()
  readonly #preparedStatements: boolean
  readonly #keepsSession: boolean
  readonly #most: number

  constructor({
    connection,
    log,
    preparedStatements,
    keepsSession = true,
    greeting,
    most = connections,
  }: RequestPoolOptions) {
    this.#preparedStatements = preparedStatements
    this.#keepsSession = keepsSession
    this.#most = most
    const settings = {
      ...connection,
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      application_name: 'mendwell requests',
    }
    // Not among the settings of the connection: poolers refuse what they do not know there.
    const greetings = [limitOfSession, ...(greeting === undefined ? [] : [plain(greeting)])]
    const welcome = async (client: RequestClient) => keepsSession && client.batch(greetings)
    this.#connections = new Connections(settings, most, log, welcome)
  }

  get totalCount() {
    return this.#connections.totalCount
  }

  get idleCount() {
    return this.#connections.idleCount
  }

  get waitingCount() {
    return this.#connections.waitingCount
  }

  get hasFree() {
    return this.#connections.hasFree
  }

  close() {
    return this.#connections.close()
  }

  /** To be told when the schema changed. */
  forgetPlans() {
    this.#names.forget()
  }

  /** Runs statements as one transaction in one round trip. */
  async batch(
    role: string,
    statements: readonly Statement[],
    place: Place = 'in turn',
  ): Promise<Row[][]> {
    const first = this.#keepsSession ? [] : [limitOfTransaction]
    const named = [...first, ...this.#name(role, statements)]
    const results = await this.#again(
      () =>
        new Promise<Row[][]>((resolve, reject) => {
          const use = (client: RequestClient, free: () => void) =>
            client.send(named, { resolve, reject, done: free })
          this.#connections.use(place, use, reject)
        }),
    )
    return results.slice(first.length)
  }

  /**
   * Runs a transaction whose next step depends on what the last one found; it is rolled back by a throw, or by wish.
   */
  async transaction<Result>(
    role: string,
    work: (batch: Batch) => Promise<Result>,
    place: Place = 'in turn',
    end: 'commit' | 'rollback' = 'commit',
  ): Promise<Result> {
    const attempt = async (client: RequestClient) => {
      await client.batch([plain('begin')])
      try {
        if (!this.#keepsSession) await client.batch([limitOfTransaction])
        const result = await work((statements) => client.batch(this.#name(role, statements)))
        await client.batch([plain(end)])
        return result
      } catch (error) {
        if (!client.isBroken) await client.batch([plain('rollback')])
        // By now the work may have done something elsewhere.
        throw error instanceof NotBegun ? error.cause : error
      }
    }
    return this.#again(
      () =>
        new Promise((resolve, reject) => {
          const use = (client: RequestClient, free: () => void) => {
            attempt(client).finally(free).then(resolve, reject)
          }
          this.#connections.use(place, use, reject)
        }),
    )
  }

  #name(role: string, statements: readonly Statement[]): readonly Statement[] {
    if (!this.#preparedStatements) return statements
    return statements.map(({ text, values }) => ({
      text,
      values,
      name: this.#names.nameFor(role, text),
    }))
  }

  /**
   * Tries again where nothing of the first time remains: once when a kept plan was outdated, and on another connection
   * when one was dead. Each dead one is found out only by asking it, and goes then.
   */
  async #again<Result>(attempt: () => Promise<Result>) {
    let isOutdated = false
    for (let tries = 0; ; tries += 1) {
      try {
        return await attempt()
      } catch (error) {
        if (error instanceof NotBegun) {
          if (tries > this.#most) throw error.cause
        } else if (!isOutdated && error instanceof DatabaseRefusal && error.isOutdatedPlan) {
          isOutdated = true
        } else {
          throw error
        }
      }
    }
  }
}

function plain(text: string): Statement {
  return { text, values: [] }
}
