// Runs a batch of statements in one round trip. The client of pg opens the connection, and this class speaks the
// protocol afterwards. The statements of a batch share one Sync, so they form one implicit transaction.
import { Socket } from 'node:net'
import { serialize } from 'pg-protocol'
import { type Connection, HostClient } from '../hosts.ts'
import { BatchWriter } from './batch-writer.ts'
import { DatabaseRefusal, isShutdown, isWriteError, NotStartedError } from './errors.ts'
import { type Message, MessageReader, readFields, readRow, type Row } from './wire-messages.ts'

export interface Statement {
  text: string
  values: readonly (string | Buffer | null)[]
  /** A statement without a name is parsed at each use. */
  name?: string | undefined
}

export interface BatchCallbacks {
  resolve: (results: Row[][]) => void
  reject: (reason: unknown) => void
  /** Called before `resolve` or `reject`, when the connection is free again or broken. */
  done: () => void
}

interface RunningBatch {
  results: Row[][]
  /** Names whose Parse is not confirmed yet, or undefined for statements without a name. */
  parsing: (string | undefined)[]
  refusal?: DatabaseRefusal
  /** True if PostgreSQL has answered a part of the batch. */
  hasStarted: boolean
  isUnwritten: boolean
  callbacks: BatchCallbacks
}

/** Each prepared statement takes 50 to 100 KB of PostgreSQL's memory. */
const maxPrepared = 150

/**
 * PostgreSQL cancels statements long before this timeout, so a longer silence means that PostgreSQL's machine is gone
 * or hangs.
 */
const answerTimeoutMs = 30_000

export class RequestClient extends HostClient {
  #socket: Socket | undefined
  #reader = new MessageReader()
  #running: RunningBatch | undefined
  #prepared = new Set<string>()
  #unusedNames: string[] = []
  #isBroken = false
  readonly #answerTimer: NodeJS.Timeout

  constructor(config?: Connection, timeoutMs = answerTimeoutMs) {
    super(config)
    this.#answerTimer = setTimeout(() => this.#onTimeout(), timeoutMs).unref()
    this.once('connect', () => this.#takeOverSocket())
    this.on('error', (error) => this.#break(error))
    this.once('end', () => this.#break(new Error('Connection terminated')))
  }

  get isBroken() {
    return this.#isBroken
  }

  /** The id of PostgreSQL's process for this connection. */
  get processId() {
    const id: unknown = Reflect.get(this, 'processID')
    return typeof id === 'number' ? id : undefined
  }

  /** Runs the statements as one transaction and resolves with the rows of each statement. */
  batch(statements: readonly Statement[]): Promise<Row[][]> {
    return new Promise((resolve, reject) =>
      this.send(statements, { resolve, reject, done: () => {} }),
    )
  }

  /** Works like `batch`, but with callbacks. `done` comes first, as soon as the connection can be used again. */
  send(statements: readonly Statement[], callbacks: BatchCallbacks) {
    if (!this.#socket || this.#isBroken || this.#running) {
      callbacks.done()
      callbacks.reject(
        this.#running
          ? new Error('This connection is busy.')
          : new NotStartedError(new Error('Connection terminated')),
      )
      return
    }
    const running: RunningBatch = {
      results: [],
      parsing: [],
      hasStarted: false,
      isUnwritten: false,
      callbacks,
    }
    this.#running = running
    this.#answerTimer.refresh()
    this.#socket.write(this.#encode(statements, running.parsing), (error) => {
      running.isUnwritten = isWriteError(error)
    })
  }

  #takeOverSocket() {
    const socket: unknown = Reflect.get(Object(Reflect.get(this, 'connection')), 'stream')
    if (!(socket instanceof Socket)) throw new Error('This version of pg has no socket to take.')
    socket.removeAllListeners('data')
    socket.on('data', (chunk: Buffer) => {
      for (const message of this.#reader.read(chunk)) this.#handle(message)
    })
    this.#socket = socket
  }

  #encode(statements: readonly Statement[], parsing: (string | undefined)[]): Buffer {
    const writer = new BatchWriter()
    for (const name of this.#unusedNames) writer.add(serialize.close({ type: 'S', name }))
    this.#unusedNames = []
    for (const { text, values, name } of statements) {
      if (name === undefined || !(parsing.includes(name) || this.#isPrepared(name))) {
        parsing.push(name)
        writer.add(serialize.parse({ name: name ?? '', text }))
      }
      writer.addRun(name ?? '', values)
    }
    return writer.finish()
  }

  /** Returns whether the name is prepared, and marks it as recently used. */
  #isPrepared(name: string) {
    if (!this.#prepared.delete(name)) return false
    this.#prepared.add(name)
    return true
  }

  #handle({ type, body, isTooLong }: Message) {
    const running = this.#running
    if (!running) {
      // An error without a running batch announces the end of the connection.
      if (type === 'E') this.#isBroken = true
      return
    }
    if (isReply(type)) running.hasStarted = true
    switch (type) {
      case '1':
        this.#rememberPrepared(running.parsing.shift())
        break
      case '2':
        running.results.push([])
        break
      case 'D':
        if (isTooLong) running.refusal ??= createTooLargeError()
        else running.results.at(-1)?.push(readRow(body))
        break
      case 'E':
        running.refusal ??= new DatabaseRefusal(readFields(body))
        break
      case 'G':
        // PostgreSQL expects COPY data and has discarded the Sync, so the client sends another Sync.
        this.#socket?.write(serialize.copyFail('COPY is not for requests'))
        this.#socket?.write(serialize.sync())
        break
      case 'Z':
        // The batch ends here and not after its last statement, because PostgreSQL checks deferred constraints after
        // that statement.
        this.#running = undefined
        if (running.refusal?.isOutdatedPlan) this.#forgetPrepared()
        running.callbacks.done()
        if (running.refusal) running.callbacks.reject(running.refusal)
        else running.callbacks.resolve(running.results)
        break
    }
  }

  #rememberPrepared(name: string | undefined) {
    if (name === undefined) return
    this.#prepared.add(name)
    const [oldest] = this.#prepared
    if (oldest === undefined || this.#prepared.size <= maxPrepared) return
    this.#prepared.delete(oldest)
    this.#unusedNames.push(oldest)
  }

  /** If one plan is outdated, others may be outdated too. */
  #forgetPrepared() {
    this.#unusedNames.push(...this.#prepared)
    this.#prepared.clear()
  }

  #onTimeout() {
    if (this.#running) this.#socket?.destroy(new Error('Connection terminated: no answer'))
  }

  #break(error: unknown) {
    this.#isBroken = true
    const running = this.#running
    this.#running = undefined
    if (!running) return
    const reason = running.refusal ?? error
    const hasNoEffect = running.isUnwritten || (!running.hasStarted && isShutdown(running.refusal))
    running.callbacks.done()
    running.callbacks.reject(hasNoEffect ? new NotStartedError(reason) : reason)
  }
}

/** Returns false for errors, notices, settings and notifications, which can also arrive without a request. */
function isReply(type: string) {
  return !['E', 'N', 'S', 'A'].includes(type)
}

/** Returns an error in PostgreSQL's form, although this server sets the limit. */
function createTooLargeError() {
  return new DatabaseRefusal(
    new Map([
      ['C', '54000'],
      ['M', 'This answer is too large.'],
      ['H', 'Ask for fewer rows or columns.'],
    ]),
  )
}
