// `npm run bench` compares the cost of a request through the gateway with the cost of the same
// statement in PostgreSQL. Arguments select parts. Writes bench/results/data-path.md when all parts
// ran.
import { writeFile } from 'node:fs/promises'
import type { CaseName } from './support/cases.ts'
import { compareWithFloor } from './support/gateway-against-floor.ts'
import { barsOf, reportOf } from './support/report.ts'
import { compareSizes } from './support/small-against-large.ts'

const parts: Record<string, CaseName[]> = { read: ['jobs', 'bids'], insert: ['insert'], size: [] }

export async function measureDataPath(chosen: string[]) {
  const unknown = chosen.filter((part) => !(part in parts))
  if (unknown.length > 0) {
    throw new Error(
      `Unknown parts: ${unknown.join(', ')}. The parts are ${Object.keys(parts).join(', ')}.`,
    )
  }
  const wanted = chosen.length > 0 ? chosen : Object.keys(parts)
  const say = (line: string) => process.stderr.write(`${line}\n`)
  // An interrupt also reaches the load generators. When they end, this process cleans up in its
  // usual order.
  process.on('SIGINT', () => {})
  process.once('SIGTERM', () => process.exit(1))
  const cases = wanted.flatMap((part) => parts[part] ?? [])
  const results = {
    comparison: cases.length > 0 ? await compareWithFloor(cases, say) : undefined,
    sizes: wanted.includes('size') ? await compareSizes(say) : [],
  }
  const report = reportOf(results)
  const isWhole = Object.keys(parts).every((part) => wanted.includes(part))
  if (isWhole) await writeFile(new URL('results/data-path.md', import.meta.url), report)
  process.stdout.write(`\n${report}\n${barsOf(results).join('\n')}\n`)
}
