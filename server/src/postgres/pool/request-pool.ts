// Runs requests on separate connections, whose login has no rights until a request sets its role.
import type { Log } from '../../log.ts'
import type { Connection } from '../hosts.ts'
import type { ConnectionUser, QueueTicket } from './connection-user.ts'
import { Connections } from './connections.ts'
import { DatabaseRefusal, NoConnectionError, NotStartedError } from './errors.ts'
import type { RequestClient, Statement } from './request-client.ts'
import { StatementNames } from './statement-names.ts'
import type { Row } from './wire-messages.ts'

export { NoConnectionError }
export type { ConnectionUser, QueueTicket, Row, Statement }

export interface RequestPoolOptions {
  connection: Connection
  log: Log
  /** False if the pooler does not support prepared statements. */
  preparedStatements: boolean
  /**
   * False if the pooler changes connections between transactions. A session setting would stay on a connection that
   * other clients use.
   */
  keepsSession?: boolean | undefined
  /** Runs once on each new connection. */
  setupStatement?: string | undefined
  /**
   * The default is four for each core of a machine with two cores. With more connections, requests would wait inside
   * PostgreSQL.
   */
  maxConnections?: number | undefined
}

/** Runs statements in one round trip and resolves with each statement's rows. */
export type Batch = (statements: readonly Statement[]) => Promise<Row[][]>

const defaultMaxConnections = 8
const defaultTicket: QueueTicket = { priority: 'normal' }
const statementTimeoutMs = 8000
const sessionSettings = settingsStatement('session')
const transactionSettings = settingsStatement('transaction')

export class RequestPool {
  readonly #connections: Connections
  readonly #names = new StatementNames()
  readonly #preparedStatements: boolean
  readonly #keepsSession: boolean
  readonly #maxConnections: number

  constructor({
    connection,
    log,
    preparedStatements,
    keepsSession = true,
    setupStatement,
    maxConnections = defaultMaxConnections,
  }: RequestPoolOptions) {
    this.#preparedStatements = preparedStatements
    this.#keepsSession = keepsSession
    this.#maxConnections = maxConnections
    // These settings are sent as statements, because poolers refuse unknown settings when a connection opens.
    const setup = [
      sessionSettings,
      ...(setupStatement === undefined ? [] : [plain(setupStatement)]),
    ]
    this.#connections = new Connections({
      connection: {
        ...connection,
        connectionTimeoutMillis: 10_000,
        keepAlive: true,
        keepAliveInitialDelayMillis: 10_000,
        application_name: 'mendwell requests',
      },
      maxConnections,
      log,
      prepare: async (client) => keepsSession && client.batch(setup),
      canCancel: keepsSession,
    })
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

  /** Call this after a change of the schema, because prepared plans may be outdated. */
  forgetPlans() {
    this.#names.forget()
  }

  /** Runs statements as one transaction in one round trip. */
  async batch(
    role: string,
    statements: readonly Statement[],
    ticket = defaultTicket,
  ): Promise<Row[][]> {
    const setup = this.#keepsSession ? [] : [transactionSettings]
    const named = [...setup, ...this.#nameStatements(role, statements)]
    const results = await this.#run<Row[][]>(ticket, (client, release) => {
      const { promise, resolve, reject } = Promise.withResolvers<Row[][]>()
      client.send(named, { resolve, reject, done: release })
      return promise
    })
    return results.slice(setup.length)
  }

  /**
   * The transaction is rolled back if the work throws, or if `end` is 'rollback'. The work must have no effect outside
   * the database, because it may run twice.
   */
  async transaction<Result>(
    role: string,
    work: (batch: Batch) => Promise<Result>,
    ticket = defaultTicket,
    end: 'commit' | 'rollback' = 'commit',
  ): Promise<Result> {
    const attempt = async (client: RequestClient) => {
      await client.batch([plain('begin')])
      try {
        if (!this.#keepsSession) await client.batch([transactionSettings])
        const result = await work((statements) =>
          client.batch(this.#nameStatements(role, statements)),
        )
        await client.batch([plain(end)])
        return result
      } catch (error) {
        if (!client.isBroken) await client.batch([plain('rollback')])
        // A NotStartedError would cause a retry, although the transaction had already started.
        throw error instanceof NotStartedError ? error.cause : error
      }
    }
    return this.#run(ticket, (client, release) => attempt(client).finally(release))
  }

  /** If the pool cancels the attempt because other requests wait, the attempt runs again as a slow request. */
  #run<Result>(
    ticket: QueueTicket,
    attempt: (client: RequestClient, release: () => void) => Promise<Result>,
  ): Promise<Result> {
    let current = ticket
    const onPreempted = () => (current = { ...ticket, isExpensive: true })
    const attemptOnConnection = () =>
      new Promise<Result>((resolve, reject) => {
        const use = (client: RequestClient, release: () => void) =>
          void attempt(client, release).then(resolve, reject)
        this.#connections.use({ ticket: current, use, reject, onPreempted })
      })
    return this.#retry(attemptOnConnection, () => current !== ticket)
  }

  #nameStatements(role: string, statements: readonly Statement[]): readonly Statement[] {
    if (!this.#preparedStatements) return statements
    return statements.map(({ text, values }) => ({
      text,
      values,
      name: this.#names.nameFor(role, text),
    }))
  }

  /**
   * Retries an attempt that had no effect. Dead connections are noticed only when they are used, so one request may
   * find all of them dead.
   */
  async #retry<Result>(attempt: () => Promise<Result>, wasPreempted: () => boolean) {
    let wasOutdated = false
    let wasCancelled = false
    for (let tries = 0; ; tries += 1) {
      try {
        return await attempt()
      } catch (error) {
        if (error instanceof NotStartedError) {
          if (tries > this.#maxConnections) throw error.cause
        } else if (!wasOutdated && error instanceof DatabaseRefusal && error.isOutdatedPlan) {
          wasOutdated = true
        } else if (!wasCancelled && isCancelled(error) && wasPreempted()) {
          wasCancelled = true
        } else {
          throw error
        }
      }
    }
  }
}

function isCancelled(error: unknown) {
  return error instanceof DatabaseRefusal && error.code === '57014'
}

function plain(text: string): Statement {
  return { text, values: [] }
}

function settingsStatement(scope: 'session' | 'transaction'): Statement {
  const isLocal = scope === 'transaction'
  // With JIT compilation, an external PostgreSQL takes seconds for a read with many embeds.
  return plain(
    `select set_config('statement_timeout', '${statementTimeoutMs}', ${isLocal}), set_config('jit', 'off', ${isLocal})`,
  )
}
