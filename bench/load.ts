// Runs a load generator in a separate process, so that it does not slow down the measuring process. The first argument
// describes the target. Each message from the measuring process starts a round of requests, and the reply contains the
// result.
import { Pool } from 'pg'
import { type CaseName, sequenceOf } from './support/cases.ts'
import { closedLoop, type Open } from './support/closed-loop.ts'
import { encoded } from './support/encoded.ts'
import { floorStatements } from './support/floor-statements.ts'
import { httpBytes, openHttp } from './support/http-connection.ts'
import { loadCommand, target } from './support/load-messages.ts'
import { openWire, wireBytes } from './support/wire-connection.ts'

const { kind, port, socketFolder, market, keys } = target.parse(JSON.parse(process.argv[2] ?? ''))
const openers = new Map<CaseName, Promise<Open>>()

process.on('message', (message) => void runCommand(message))

async function runCommand(message: unknown) {
  const { name, load } = loadCommand.parse(message)
  const open =
    openers.get(name) ?? (kind === 'gateway' ? makeHttpOpener(name) : makeWireOpener(name))
  openers.set(name, open)
  process.send?.(await closedLoop(await open, load))
}

function sequence(name: CaseName) {
  return sequenceOf(name, market, keys, `127.0.0.1:${port}`)
}

async function makeHttpOpener(name: CaseName): Promise<Open> {
  const bytesAt = await encoded(sequence(name), httpBytes)
  return (onReply) => openHttp(port, bytesAt, onReply)
}

async function makeWireOpener(name: CaseName): Promise<Open> {
  const pool = new Pool({ host: socketFolder, user: 'postgres', database: 'postgres' })
  const statementsFor = await floorStatements(pool, keys)
  await pool.end()
  const requests = sequence(name)
  const [first] = requests.requests
  if (!first) throw new Error('There is nothing to ask.')
  const statements = await statementsFor(first)
  const bytesAt = await encoded(requests, async (request) =>
    wireBytes(await statementsFor(request)),
  )
  return (onReply) => openWire(socketFolder, statements, bytesAt, onReply)
}
