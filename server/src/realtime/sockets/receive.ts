// What arrives on a socket, before it is known what it means.
import type { RawData } from 'ws'
import type { Live } from '../parts.ts'
import { Refused } from '../refused.ts'
import type { Message } from '../wire/message.ts'
import { Unreadable } from '../wire/read-errors.ts'
import { readMessage } from '../wire/read-message.ts'
import type { Connection } from './connection.ts'
import { handle, reply } from './handle.ts'

/** Whoever does not stop when told so, this many times, is closed. */
const mostExcess = 200

export function receive(live: Live, connection: Connection, raw: RawData, isBinary: boolean) {
  if (connection.isClosing) return
  connection.heardAt = Date.now()
  const data = bytesOf(raw)
  const message = read(connection, data, isBinary)
  if (!message || isTooMuch(live, connection, message, data.length)) return
  connection.enqueue(() => handle(live, connection, message))
}

function read(connection: Connection, data: Buffer, isBinary: boolean) {
  try {
    return readMessage(connection.version, data, isBinary)
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    connection.close(1007, error.message)
    return undefined
  }
}

function isTooMuch({ allowances }: Live, connection: Connection, message: Message, bytes: number) {
  const who = whoOf(connection)
  if (who === undefined) return false
  try {
    allowances.message(who, bytes)
    connection.excess = 0
    return false
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    connection.excess += 1
    if (connection.excess > mostExcess) connection.close(1008, error.reason)
    else reply(connection, message, 'error', { reason: error.reason })
    return true
  }
}

/** A person's sockets count together. The server's own key has no limits. */
function whoOf({ channels, id }: Connection) {
  for (const { identity } of channels.values()) {
    if (identity.role === 'service_role') return undefined
    if (identity.sub !== undefined) return identity.sub
  }
  return id
}

function bytesOf(raw: RawData): Buffer {
  if (Buffer.isBuffer(raw)) return raw
  return Array.isArray(raw) ? Buffer.concat(raw) : Buffer.from(raw)
}
