// Splits PostgreSQL's byte stream into messages: https://www.postgresql.org/docs/current/protocol-message-formats.html
export interface Message {
  type: string
  body: Buffer
  /** True if the body was too long and was skipped. */
  isTooLong: boolean
}

const headerLength = 5

/** Longer messages are skipped, because they would take too much memory. */
const maxMessageBytes = 32 * 1024 * 1024
const empty = Buffer.alloc(0)

export class MessageReader {
  #chunks: Buffer[] = []
  #length = 0
  #needed = headerLength
  #toSkip = 0

  /** Returns the messages that are now complete. */
  read(received: Buffer): Message[] {
    const chunk = received.subarray(Math.min(this.#toSkip, received.length))
    this.#toSkip -= received.length - chunk.length
    this.#chunks.push(chunk)
    this.#length += chunk.length
    // The chunks of a long message are joined only after the last of them has arrived.
    if (this.#length < this.#needed) return []
    const messages: Message[] = []
    let rest = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks)
    while (rest.length >= headerLength) {
      const length = 1 + rest.readUInt32BE(1)
      const isTooLong = length > maxMessageBytes
      if (rest.length < length && !isTooLong) break
      const type = String.fromCharCode(rest[0] ?? 0)
      const body = isTooLong ? empty : rest.subarray(headerLength, length)
      messages.push({ type, body, isTooLong })
      this.#toSkip = Math.max(0, length - rest.length)
      rest = rest.subarray(length)
    }
    this.#chunks = rest.length > 0 ? [rest] : []
    this.#length = rest.length
    this.#needed = rest.length >= headerLength ? 1 + rest.readUInt32BE(1) : headerLength
    return messages
  }
}

export type Row = (Buffer | null)[]

/** Returns the columns of a DataRow as raw bytes. */
export function readRow(body: Buffer): Row {
  const columns = body.readUInt16BE(0)
  const row: Row = []
  let at = 2
  while (row.length < columns) {
    const length = body.readInt32BE(at)
    at += 4
    row.push(length < 0 ? null : body.subarray(at, at + length))
    at += Math.max(length, 0)
  }
  return row
}

/** Returns the fields of an ErrorResponse by their letter. */
export function readFields(body: Buffer): Map<string, string> {
  const fields = body.toString('utf8').split('\0').filter(Boolean)
  return new Map(fields.map((field) => [field.slice(0, 1), field.slice(1)]))
}
