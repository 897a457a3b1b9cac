// Runs a load generator in a separate process, so that the measuring process does not slow it down.
// The first argument describes the target. Each message is an order for a round of requests, and
// the reply is the result.
import { Pool } from 'pg'
import { type CaseName, sequenceOf } from './support/cases.ts'
import { closedLoop, type Open } from './support/closed-loop.ts'
import { encoded } from './support/encoded.ts'
import { gatewayStatements } from './support/gateway-statements.ts'
import { httpBytes, openHttp } from './support/http-connection.ts'
import { order, target } from './support/load-messages.ts'
import { openWire, wireBytes } from './support/wire-connection.ts'

const { kind, port, socketFolder, market, keys } = target.parse(JSON.parse(process.argv[2] ?? ''))
const known = new Map<CaseName, Promise<Open>>()

process.on('message', (message) => void obey(message))

async function obey(message: unknown) {
  const { name, load } = order.parse(message)
  const open = known.get(name) ?? (kind === 'gateway' ? opensHttp(name) : opensWire(name))
  known.set(name, open)
  process.send?.(await closedLoop(await open, load))
}

function sequence(name: CaseName) {
  return sequenceOf(name, market, keys, `127.0.0.1:${port}`)
}

async function opensHttp(name: CaseName): Promise<Open> {
  const bytesAt = await encoded(sequence(name), httpBytes)
  return (answered) => openHttp(port, bytesAt, answered)
}

async function opensWire(name: CaseName): Promise<Open> {
  const pool = new Pool({ host: socketFolder, user: 'postgres', database: 'postgres' })
  const statementsFor = await gatewayStatements(pool, keys)
  await pool.end()
  const requests = sequence(name)
  const [first] = requests.all
  if (!first) throw new Error('There is nothing to ask.')
  const statements = await statementsFor(first)
  const bytesAt = await encoded(requests, async (request) =>
    wireBytes(await statementsFor(request)),
  )
  return (answered) => openWire(socketFolder, statements, bytesAt, answered)
}
