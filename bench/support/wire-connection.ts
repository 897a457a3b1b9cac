// A minimal client for PostgreSQL. It prepares the statements once and executes all of them under
// one Sync. From the results it reads only sizes and errors.
import { connect } from 'node:net'
import type { Statement } from '../../server/src/postgres/pool/request-pool.ts'
import type { Answered, Connection } from './closed-loop.ts'
import { bindAndExecute, parse, startup, sync } from './wire-messages.ts'

export function wireBytes(statements: Statement[]): Buffer {
  const parts = statements.map(({ values }, at) => bindAndExecute(`s${at}`, values))
  return Buffer.concat([...parts, sync])
}

export async function openWire(
  socketFolder: string,
  statements: Statement[],
  bytesAt: (index: number) => Buffer,
  answered: (answer: Answered) => void,
): Promise<Connection> {
  const socket = connect(`${socketFolder}/.s.PGSQL.5432`)
  let hear: (answer: Answered) => void = () => {}
  let kept: Buffer | undefined
  let failure: string | undefined
  let bytes = 0
  socket.on('data', (chunk) => {
    let rest = kept ? Buffer.concat([kept, chunk]) : chunk
    while (rest.length >= 5) {
      const length = 1 + rest.readInt32BE(1)
      if (rest.length < length) break
      const type = rest[0]
      if (type === 0x45) failure = rest.toString('utf8', 5, length)
      if (type === 0x44) bytes += length
      rest = rest.subarray(length)
      if (type === 0x5a) {
        const answer = { failure, bytes }
        failure = undefined
        bytes = 0
        hear(answer)
      }
    }
    kept = rest.length > 0 ? rest : undefined
  })
  const ready = () => new Promise<Answered>((resolve) => (hear = resolve))
  socket.write(startup('authenticator', 'postgres'))
  await ready()
  socket.write(Buffer.concat([...statements.map(({ text }, at) => parse(`s${at}`, text)), sync]))
  const prepared = await ready()
  if (prepared.failure !== undefined) throw new Error(prepared.failure)
  hear = answered
  socket.on('error', (error) => answered({ failure: error.message, bytes: 0 }))
  return { send: (index) => socket.write(bytesAt(index)), close: () => socket.destroy() }
}
