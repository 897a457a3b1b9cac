// What PostgreSQL says, cut into messages: https://www.postgresql.org/docs/current/protocol-message-formats.html
export interface Message {
  type: string
  body: Buffer
  /** Its body was passed over. */
  isTooLong: boolean
}

const headerLength = 5

/** What is longer is passed over: nobody wants to hold it in memory. */
const longest = 32 * 1024 * 1024
const empty = Buffer.alloc(0)

/** Gives each message as soon as its last byte is there. */
export class MessageReader {
  #chunks: Buffer[] = []
  #length = 0
  #needed = headerLength
  #toSkip = 0

  read(received: Buffer): Message[] {
    const chunk = received.subarray(Math.min(this.#toSkip, received.length))
    this.#toSkip -= received.length - chunk.length
    this.#chunks.push(chunk)
    this.#length += chunk.length
    // A long answer comes in many chunks: they are joined once, when all of it is there.
    if (this.#length < this.#needed) return []
    const messages: Message[] = []
    let rest = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks)
    while (rest.length >= headerLength) {
      const length = 1 + rest.readUInt32BE(1)
      const isTooLong = length > longest
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

/** The columns of a DataRow, as the bytes that came. */
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

/** The fields of an ErrorResponse, by their letter. */
export function readFields(body: Buffer): Map<string, string> {
  const fields = body.toString('utf8').split('\0').filter(Boolean)
  return new Map(fields.map((field) => [field.slice(0, 1), field.slice(1)]))
}
