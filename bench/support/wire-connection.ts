// Implements a minimal client for PostgreSQL. The client prepares the statements once. Each request
// executes all of them and ends with one Sync message. From the results the client reads only sizes
// and errors.
import { connect } from 'node:net'
import type { Statement } from '../../server/src/postgres/pool/request-pool.ts'
import type { Reply, Connection } from './closed-loop.ts'
import { floorOptions } from './floor-statements.ts'
import { bindAndExecute, parse, startup, sync } from './wire-messages.ts'

export function wireBytes(statements: Statement[]): Buffer {
  const parts = statements.map(({ values }, index) => bindAndExecute(`s${index}`, values))
  return Buffer.concat([...parts, sync])
}

export async function openWire(
  socketFolder: string,
  statements: Statement[],
  bytesAt: (index: number) => Buffer,
  onReply: (reply: Reply) => void,
): Promise<Connection> {
  const socket = connect(`${socketFolder}/.s.PGSQL.5432`)
  let onResult: (reply: Reply) => void = () => {}
  let buffered: Buffer | undefined
  let failure: string | undefined
  let bytes = 0
  socket.on('data', (chunk) => {
    let rest = buffered ? Buffer.concat([buffered, chunk]) : chunk
    while (rest.length >= 5) {
      const length = 1 + rest.readInt32BE(1)
      if (rest.length < length) break
      const type = rest[0]
      if (type === 0x45) failure = rest.toString('utf8', 5, length)
      if (type === 0x44) bytes += length
      rest = rest.subarray(length)
      if (type === 0x5a) {
        const reply = { failure, bytes }
        failure = undefined
        bytes = 0
        onResult(reply)
      }
    }
    buffered = rest.length > 0 ? rest : undefined
  })
  const nextReply = () => new Promise<Reply>((resolve) => (onResult = resolve))
  socket.write(startup('authenticator', 'postgres', floorOptions))
  await nextReply()
  socket.write(
    Buffer.concat([...statements.map(({ text }, index) => parse(`s${index}`, text)), sync]),
  )
  const prepared = await nextReply()
  if (prepared.failure !== undefined) throw new Error(prepared.failure)
  onResult = onReply
  socket.on('error', (error) => onReply({ failure: error.message, bytes: 0 }))
  return { send: (index) => socket.write(bytesAt(index)), close: () => socket.destroy() }
}
