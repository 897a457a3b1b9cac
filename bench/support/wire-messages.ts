// Encodes the few PostgreSQL messages that the bare loop needs.
import type { Statement } from '../../server/src/postgres/pool/request-pool.ts'

export function startup(user: string, database: string, options: string): Buffer {
  const version = Buffer.from([0, 3, 0, 0])
  const settings = texts('user', user, 'database', database, 'options', options, '')
  const length = Buffer.alloc(4)
  length.writeInt32BE(4 + version.length + settings.length)
  return Buffer.concat([length, version, settings])
}

export function parse(name: string, text: string): Buffer {
  return message('P', texts(name, text), short(0))
}

/** Encodes Bind and Execute for the unnamed portal, with all values as text. */
export function bindAndExecute(name: string, values: Statement['values']): Buffer {
  const parameters = values.map((value) => {
    const length = Buffer.alloc(4)
    length.writeInt32BE(value === null ? -1 : Buffer.byteLength(value))
    return Buffer.concat([length, Buffer.from(value ?? '')])
  })
  return Buffer.concat([
    message('B', texts('', name), short(0), short(values.length), ...parameters, short(0)),
    message('E', texts(''), Buffer.alloc(4)),
  ])
}

export const sync = message('S')

function message(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const head = Buffer.alloc(5)
  head.write(type, 'latin1')
  head.writeInt32BE(4 + body.length, 1)
  return Buffer.concat([head, body])
}

function texts(...all: string[]) {
  return Buffer.from(all.map((text) => `${text}\0`).join(''))
}

function short(value: number) {
  const bytes = Buffer.alloc(2)
  bytes.writeInt16BE(value)
  return bytes
}
