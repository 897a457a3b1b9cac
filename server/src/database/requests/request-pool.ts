// The connections that requests run on, apart from the server's own: their login may do nothing until a
// request says as whom it comes.
import { Pool, type PoolClient, type PoolConfig } from 'pg'
import type { Log } from '../../log.ts'
import { messageOf } from '../../message-of.ts'
import { DatabaseRefusal } from './database-refusal.ts'
import type { Row } from './messages.ts'
import { RequestClient, type Statement } from './request-client.ts'
import { StatementNames } from './statement-names.ts'

export type { Row, Statement }

export interface RequestPoolOptions {
  connection: PoolConfig
  log: Log
  /** False where a pooler in between gives each transaction another connection. */
  preparedStatements: boolean
  /** Run once on each new connection. */
  greeting?: string | undefined
}

/** Runs statements in one round trip, and gives the rows of each. */
export type Batch = (statements: readonly Statement[]) => Promise<Row[][]>

/** About four a core: more only wait inside PostgreSQL instead of here. */
const connections = 8
const statementTakes = 8000
const waitForConnection = 10_000

/** Whoever comes when so many wait already would only wait in vain. */
const mostWaiting = 200

export class NoConnection extends Error {}

export class RequestPool {
  #pool: Pool
  #names = new StatementNames()
  #options: RequestPoolOptions
  #greeted = new WeakSet<RequestClient>()

  constructor(options: RequestPoolOptions) {
    this.#options = options
    this.#pool = new Pool({
      max: connections,
      ...options.connection,
      connectionTimeoutMillis: waitForConnection,
      idleTimeoutMillis: 30_000,
      statement_timeout: statementTakes,
      keepAlive: true,
      application_name: 'mendwell requests',
      Client: RequestClient,
    })
    this.#pool.on('error', (error) => options.log.debug(error.message))
  }

  get totalCount() {
    return this.#pool.totalCount
  }

  get idleCount() {
    return this.#pool.idleCount
  }

  get waitingCount() {
    return this.#pool.waitingCount
  }

  close() {
    return this.#pool.end()
  }

  /** To be told when the schema changed. */
  forgetPlans() {
    this.#names.forget()
  }

  /** Runs statements as one transaction in one round trip. */
  async batch(role: string, statements: readonly Statement[]): Promise<Row[][]> {
    const named = this.#name(role, statements)
    return this.#withClient((client) => withFreshPlans(client, () => client.batch(named)))
  }

  /** Runs a transaction whose next step depends on what the last one found; it is rolled back by a throw. */
  async transaction<Result>(
    role: string,
    work: (batch: Batch) => Promise<Result>,
  ): Promise<Result> {
    const attempt = async (client: RequestClient) => {
      await client.batch([plain('begin')])
      try {
        const result = await work((statements) => client.batch(this.#name(role, statements)))
        await client.batch([plain('commit')])
        return result
      } catch (error) {
        if (!client.isBroken) await client.batch([plain('rollback')])
        throw error
      }
    }
    return this.#withClient((client) => withFreshPlans(client, () => attempt(client)))
  }

  #name(role: string, statements: readonly Statement[]): readonly Statement[] {
    if (!this.#options.preparedStatements) return statements
    return statements.map((statement) => ({
      ...statement,
      name: this.#names.nameFor(role, statement.text),
    }))
  }

  async #withClient<Result>(work: (client: RequestClient) => Promise<Result>): Promise<Result> {
    const client = await this.#connect()
    try {
      await this.#greet(client)
      return await work(client)
    } finally {
      client.release(client.isBroken)
    }
  }

  async #connect(): Promise<PoolClient & RequestClient> {
    if (this.waitingCount >= mostWaiting) throw new NoConnection('Too many wait already.')
    try {
      const client = await this.#pool.connect()
      if (client instanceof RequestClient) return client
      throw new Error('The pool has another kind of connection.')
    } catch (error) {
      if (messageOf(error).startsWith('timeout exceeded'))
        throw new NoConnection('No connection in time.')
      throw error
    }
  }

  async #greet(client: RequestClient) {
    const { greeting } = this.#options
    if (!greeting || this.#greeted.has(client)) return
    await client.batch([plain(greeting)])
    this.#greeted.add(client)
  }
}

/** Tries again, once, when a kept plan was outdated: nothing of the first time remains. */
async function withFreshPlans<Result>(client: RequestClient, attempt: () => Promise<Result>) {
  try {
    return await attempt()
  } catch (error) {
    if (!(error instanceof DatabaseRefusal && error.isOutdatedPlan)) throw error
    client.forgetPrepared()
    return attempt()
  }
}

function plain(text: string): Statement {
  return { text, values: [] }
}
