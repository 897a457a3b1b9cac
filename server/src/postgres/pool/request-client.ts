// A connection that answers a batch of statements in one round trip. pg opens it: addresses, TLS, passwords.
// From then on we speak ourselves: several statements under one Sync, sent in one write, are one implicit
// transaction, and the rows are handed on as the bytes that came.
import { Socket } from 'node:net'
import { serialize } from 'pg-protocol'
import { type Connection, HostClient } from '../hosts.ts'
import { DatabaseRefusal } from './database-refusal.ts'
import { isEnd, isUnwritten, NotBegun } from './not-begun.ts'
import { type Message, MessageReader, readFields, readRow, type Row } from './messages.ts'

export interface Statement {
  text: string
  values: readonly (string | Buffer | null)[]
  /** Kept prepared under this name; without one it is parsed each time. */
  name?: string | undefined
}

export interface Outcome {
  resolve: (results: Row[][]) => void
  reject: (reason: unknown) => void
  /** The connection is free again, or broken; told before the outcome is. */
  done: () => void
}

interface Running {
  results: Row[][]
  /** Names whose Parse was sent and not yet confirmed; undefined for statements without a name. */
  parsing: (string | undefined)[]
  refusal?: DatabaseRefusal
  /** PostgreSQL answered something of it. */
  hasBegun: boolean
  isUnwritten: boolean
  outcome: Outcome
}

/** Each costs PostgreSQL some 50 to 100 KB. */
const mostPrepared = 150

/** PostgreSQL itself ends a statement long before: where it does not, its machine is gone or hangs. */
const longestSilence = 30_000

export class RequestClient extends HostClient {
  #socket: Socket | undefined
  #reader = new MessageReader()
  #running: Running | undefined
  #prepared = new Set<string>()
  #dropped: string[] = []
  #isBroken = false
  readonly #silence: NodeJS.Timeout

  constructor(config?: Connection, silence = longestSilence) {
    super(config)
    this.#silence = setTimeout(() => this.#giveUp(), silence).unref()
    this.once('connect', () => this.#takeOver())
    this.on('error', (error) => this.#break(error))
    this.once('end', () => this.#break(new Error('Connection terminated')))
  }

  get isBroken() {
    return this.#isBroken
  }

  /** Runs the statements as one transaction and resolves with the rows of each. */
  batch(statements: readonly Statement[]): Promise<Row[][]> {
    return new Promise((resolve, reject) =>
      this.send(statements, { resolve, reject, done: () => {} }),
    )
  }

  /** The same, and says first when the connection can be used again. */
  send(statements: readonly Statement[], outcome: Outcome) {
    if (!this.#socket || this.#isBroken || this.#running) {
      outcome.done()
      outcome.reject(
        this.#running
          ? new Error('This connection is busy.')
          : new NotBegun(new Error('Connection terminated')),
      )
      return
    }
    const running: Running = {
      results: [],
      parsing: [],
      hasBegun: false,
      isUnwritten: false,
      outcome,
    }
    this.#running = running
    this.#silence.refresh()
    this.#socket.write(this.#write(statements, running.parsing), (error) => {
      running.isUnwritten = isUnwritten(error)
    })
  }

  #takeOver() {
    const socket: unknown = Reflect.get(Object(Reflect.get(this, 'connection')), 'stream')
    if (!(socket instanceof Socket)) throw new Error('This version of pg has no socket to take.')
    socket.removeAllListeners('data')
    socket.on('data', (chunk: Buffer) => {
      for (const message of this.#reader.read(chunk)) this.#hear(message)
    })
    this.#socket = socket
  }

  #write(statements: readonly Statement[], parsing: (string | undefined)[]): Buffer {
    const parts = this.#dropped.map((name) => serialize.close({ type: 'S', name }))
    this.#dropped = []
    for (const { text, values, name } of statements) {
      if (name === undefined || !(parsing.includes(name) || this.#keeps(name))) {
        parsing.push(name)
        parts.push(serialize.parse({ name: name ?? '', text }))
      }
      parts.push(
        serialize.bind({ statement: name ?? '', values: [...values] }),
        serialize.execute(),
      )
    }
    parts.push(serialize.sync())
    return Buffer.concat(parts)
  }

  #keeps(name: string) {
    if (!this.#prepared.delete(name)) return false
    this.#prepared.add(name)
    return true
  }

  #hear({ type, body, isTooLong }: Message) {
    const running = this.#running
    if (!running) {
      // Nothing was asked: it is how a connection ends.
      if (type === 'E') this.#isBroken = true
      return
    }
    if (isAnswer(type)) running.hasBegun = true
    switch (type) {
      case '1':
        this.#remember(running.parsing.shift())
        break
      case '2':
        running.results.push([])
        break
      case 'D':
        if (isTooLong) running.refusal ??= tooLong()
        else running.results.at(-1)?.push(readRow(body))
        break
      case 'E':
        running.refusal ??= new DatabaseRefusal(readFields(body))
        break
      case 'G':
        // The Sync that was sent already is swallowed by COPY.
        this.#socket?.write(serialize.copyFail('COPY is not for requests'))
        this.#socket?.write(serialize.sync())
        break
      case 'Z':
        // Only now is it over: a deferred constraint speaks up after the last statement.
        this.#running = undefined
        if (running.refusal?.isOutdatedPlan) this.#forgetPrepared()
        running.outcome.done()
        if (running.refusal) running.outcome.reject(running.refusal)
        else running.outcome.resolve(running.results)
        break
    }
  }

  #remember(name: string | undefined) {
    if (name === undefined) return
    this.#prepared.add(name)
    const [oldest] = this.#prepared
    if (oldest === undefined || this.#prepared.size <= mostPrepared) return
    this.#prepared.delete(oldest)
    this.#dropped.push(oldest)
  }

  /** A statement's plan turned out to be of no use: then others may be too. */
  #forgetPrepared() {
    this.#dropped.push(...this.#prepared)
    this.#prepared.clear()
  }

  #giveUp() {
    if (this.#running) this.#socket?.destroy(new Error('Connection terminated: no answer'))
  }

  #break(error: unknown) {
    this.#isBroken = true
    const running = this.#running
    this.#running = undefined
    if (!running) return
    const why = running.refusal ?? error
    const isUntouched = running.isUnwritten || (!running.hasBegun && isEnd(running.refusal))
    running.outcome.done()
    running.outcome.reject(isUntouched ? new NotBegun(why) : why)
  }
}

/** Errors, notices and settings may come by themselves. */
function isAnswer(type: string) {
  return !['E', 'N', 'S', 'A'].includes(type)
}

/** As PostgreSQL would say it, if it minded. */
function tooLong() {
  return new DatabaseRefusal(
    new Map([
      ['C', '54000'],
      ['M', 'This answer is too large.'],
      ['H', 'Ask for fewer rows or columns.'],
    ]),
  )
}
