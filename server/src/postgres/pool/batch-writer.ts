// Writes the messages of a batch into one buffer:
// https://www.postgresql.org/docs/current/protocol-message-formats.html
import { serialize } from 'pg-protocol'

type Value = string | Buffer | null

const execute = serialize.execute()
const sync = serialize.sync()
const bindType = 'B'.charCodeAt(0)
/** A longer batch gets a buffer of its own, so that a large body does not stay in memory. */
const keptBytes = 64 * 1024
/** UTF-8 has at most this many bytes for each unit of a JavaScript string. */
const maxBytesPerUnit = 3
const keptBuffer = Buffer.allocUnsafeSlow(keptBytes)

export class BatchWriter {
  #buffer = keptBuffer
  #at = 0

  /** Adds a message that is already encoded. */
  add(message: Buffer) {
    this.#reserve(message.length)
    this.#at += message.copy(this.#buffer, this.#at)
  }

  /** Adds a Bind message and an Execute message for a statement. */
  addRun(name: string, values: readonly Value[]) {
    const start = this.#at
    this.#reserve(64 + maxBytesPerUnit * name.length + 2 * values.length)
    this.#at = this.#buffer.writeUInt8(bindType, start) + 4
    // The name of the portal is empty.
    this.#at = this.#buffer.writeUInt8(0, this.#at)
    this.#at += this.#buffer.write(name, this.#at)
    this.#at = this.#buffer.writeUInt8(0, this.#at)
    this.#addFormats(values)
    this.#at = this.#buffer.writeUInt16BE(values.length, this.#at)
    for (const value of values) this.#addValue(value)
    this.#reserve(2)
    // All columns of the result are text.
    this.#at = this.#buffer.writeUInt16BE(0, this.#at)
    this.#buffer.writeUInt32BE(this.#at - start - 1, start + 1)
    this.add(execute)
  }

  /** Ends the batch with a Sync message. Returns a copy, because the buffer is used again while the copy is sent. */
  finish(): Buffer {
    this.add(sync)
    return Buffer.from(this.#buffer.subarray(0, this.#at))
  }

  /** Text is the default format, so formats are only listed if a value is binary. */
  #addFormats(values: readonly Value[]) {
    if (!values.some((value) => Buffer.isBuffer(value))) {
      this.#at = this.#buffer.writeUInt16BE(0, this.#at)
      return
    }
    this.#at = this.#buffer.writeUInt16BE(values.length, this.#at)
    for (const value of values)
      this.#at = this.#buffer.writeUInt16BE(Buffer.isBuffer(value) ? 1 : 0, this.#at)
  }

  #addValue(value: Value) {
    if (value === null) {
      this.#reserve(4)
      this.#at = this.#buffer.writeInt32BE(-1, this.#at)
      return
    }
    const isBinary = typeof value !== 'string'
    this.#reserve(4 + (isBinary ? value.length : maxBytesPerUnit * value.length))
    const lengthAt = this.#at
    const start = lengthAt + 4
    const length = isBinary ? value.copy(this.#buffer, start) : this.#buffer.write(value, start)
    this.#buffer.writeInt32BE(length, lengthAt)
    this.#at = start + length
  }

  #reserve(bytes: number) {
    const needed = this.#at + bytes
    if (needed <= this.#buffer.length) return
    const larger = Buffer.allocUnsafeSlow(2 * needed)
    this.#buffer.copy(larger, 0, 0, this.#at)
    this.#buffer = larger
  }
}
