// A standby that answers reads which may be a little old (0035). It is only ever tried: whatever it cannot answer well,
// the primary is asked.
import { Pool } from 'pg'
import type { Log } from '../../log.ts'
import { messageOf } from '../../message-of.ts'
import { StartupFailure } from '../../startup/startup-failure.ts'
import { codeOf } from '../error-code.ts'
import { DatabaseRefusal } from '../pool/database-refusal.ts'
import { type Batch, RequestPool } from '../pool/request-pool.ts'
import { Marks } from './marks.ts'
import { askPrimary, askReplica, howFar } from './questions.ts'

interface Options {
  url: string
  primary: Pool
  log: Log
  /** False where a pooler in between gives each transaction another connection. */
  keepsSession: boolean
}

/** In seconds: nobody gets what is older, whatever they put up with. */
const oldest = 30
const lookEvery = 500
/** One that says nothing for so long is away. */
const silence = 2000

/** One that keeps up is no older, in seconds. */
const current = 2

/** A superuser becomes what requests log in as; another login stays what it is. */
const greeting = `select set_config('session_authorization', 'authenticator', false)
  from pg_roles where rolname = session_user and rolsuper`

export class Replica {
  readonly requests: RequestPool
  readonly #primary: Pool
  /** A connection of its own, which no request holds up. */
  readonly #lookout: Pool
  readonly #log: Log
  readonly #isGreeted: boolean
  readonly #marks = new Marks(oldest)
  /** Gives up what it was asked and did not answer yet. */
  readonly #givingUp = new Set<(reason: unknown) => void>()
  #identity = ''
  /** How old what it has was at the last look, in seconds. */
  #age = Infinity
  #complaint: string | undefined
  #timer: NodeJS.Timeout | undefined

  constructor({ url, primary, log, keepsSession }: Options) {
    const connection = { connectionString: url }
    this.#primary = primary
    this.#log = log
    this.#isGreeted = keepsSession
    this.requests = new RequestPool({
      connection,
      log,
      preparedStatements: keepsSession,
      keepsSession,
      greeting,
    })
    this.#lookout = new Pool({
      ...connection,
      max: 1,
      connectionTimeoutMillis: silence,
      query_timeout: silence,
      application_name: 'mendwell',
    })
    this.#lookout.on('error', (error) => log.debug(error.message))
  }

  /** In seconds, at the last look; Infinity where it is away or that cannot be told. */
  get age() {
    return this.#age
  }

  /** One that is away, or takes writes since a failover, is waited for; a wrong one is refused. */
  async open() {
    await this.#mark()
    try {
      await this.#look()
    } catch (error) {
      if (error instanceof StartupFailure) throw error
      if (isWrong(error))
        throw new StartupFailure(`REPLICA_URL cannot be used: ${messageOf(error)}.`)
      this.#leave(error)
    }
    const mark = alone(
      () => this.#mark(),
      (error) => this.#log.debug(messageOf(error)),
    )
    const look = alone(
      () => this.#look(),
      (error) => this.#leave(error),
    )
    this.#timer = setInterval(() => {
      mark()
      look()
    }, lookEvery).unref()
  }

  /**
   * What it says, and how many seconds that may be old; undefined where the primary has to be asked.
   * @param mostStale  In seconds.
   */
  async read<Result>(
    role: string,
    mostStale: number,
    work: (batch: Batch) => Promise<Result>,
  ): Promise<{ result: Result; age: number } | undefined> {
    const most = Math.min(mostStale, oldest)
    if (this.#age > most || !this.requests.hasFree) return undefined
    try {
      return await this.#unlessGivenUp(this.#ask(role, most, work))
    } catch (error) {
      if (isTooMuch(error) && this.#age <= current) throw error
      return undefined
    }
  }

  async close() {
    clearInterval(this.#timer)
    await Promise.all([this.#lookout.end(), this.requests.close()])
  }

  async #ask<Result>(role: string, most: number, work: (batch: Batch) => Promise<Result>) {
    const { timeline } = this.#marks
    let age = Infinity
    const result = await work(async (statements) => {
      const [progress, ...results] = await this.requests.batch(role, [howFar, ...statements])
      age = this.#marks.ageAt(BigInt(progress?.[0]?.[0]?.toString() ?? 0))
      // Marks of another history say nothing of what was asked before.
      if (timeline !== this.#marks.timeline || age > most)
        throw new Error('What the replica has is too old.')
      return results
    })
    return { result, age }
  }

  #unlessGivenUp<Result>(asked: Promise<Result>) {
    return new Promise<Result>((resolve, reject) => {
      this.#givingUp.add(reject)
      void asked.then(resolve, reject).finally(() => this.#givingUp.delete(reject))
    })
  }

  async #mark() {
    const askedAt = performance.now()
    const { identity, position, timeline } = await askPrimary(this.#primary)
    this.#identity = identity
    // After a failover the next look tells whether it follows.
    if (timeline !== this.#marks.timeline) this.#age = Infinity
    this.#marks.add(position, timeline, askedAt)
  }

  async #look() {
    const { position, timeline } = await askReplica(this.#lookout, {
      identity: this.#identity,
      isGreeted: this.#isGreeted,
    })
    const isOfNow = timeline === this.#marks.timeline
    this.#age = isOfNow ? this.#marks.ageAt(position) : Infinity
    if (!isOfNow) this.#complain('it does not follow what the primary writes since a failover')
    else if (this.#age > oldest) this.#complain(`it is more than ${oldest} s behind`)
    else this.#complain(undefined)
  }

  #leave(reason: unknown) {
    this.#age = Infinity
    for (const giveUp of this.#givingUp) giveUp(reason)
    this.#complain(messageOf(reason))
  }

  /** Once, and once when it is over. */
  #complain(complaint: string | undefined) {
    if (complaint === this.#complaint) return
    this.#complaint = complaint
    if (complaint === undefined) this.#log.info('The replica answers reads that may be old.')
    else this.#log.warn(`The primary answers reads that may be old: ${complaint}`)
  }
}

/** Its login, its database or its rights: waiting mends none of them. All else is how one is away. */
function isWrong(error: unknown) {
  return /^(?:28|3D|42)/u.test(codeOf(error) ?? '') || messageOf(error).startsWith('SASL:')
}

/**
 * What took too long or got too large: the primary would only find out the same, at the same cost. But where the replica
 * waits for what it replays, whoever asks waits with it, and not for their own question.
 */
function isTooMuch(error: unknown) {
  return error instanceof DatabaseRefusal && /^(?:57014|54)/u.test(error.code)
}

/** Never a second time before the first is over. */
function alone(work: () => Promise<void>, failed: (error: unknown) => void) {
  let isRunning = false
  return () => {
    if (isRunning) return
    isRunning = true
    void work()
      .catch(failed)
      .finally(() => (isRunning = false))
  }
}
