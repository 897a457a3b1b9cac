// Compares the cost of a request through the gateway with the cost of the same statements in
// PostgreSQL. The arguments of `npm run bench` select the parts to run. Writes
// bench/results/data-path.md if all parts ran.
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
  // Ctrl-C also stops the load generators. This process ignores the signal and cleans up after the
  // generators have ended.
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
