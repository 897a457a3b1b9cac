// Compares the cost of requests through the gateway with the cost of their SQL statements alone.
// Also compares a small market with a large one. The arguments of `npm run bench` select the parts
// to run. Writes bench/results/data-path.md if all parts ran.
import { writeFile } from 'node:fs/promises'
import type { CaseName } from './support/cases.ts'
import { compareWithFloor } from './support/gateway-comparison.ts'
import { barsOf, reportOf } from './support/report.ts'
import { compareSizes } from './support/size-comparison.ts'

const parts: Record<string, CaseName[]> = { read: ['jobs', 'bids'], insert: ['insert'], size: [] }

export async function measureDataPath(requestedParts: string[]) {
  const unknown = requestedParts.filter((part) => !(part in parts))
  if (unknown.length > 0) {
    throw new Error(
      `Unknown parts: ${unknown.join(', ')}. The parts are ${Object.keys(parts).join(', ')}.`,
    )
  }
  const selectedParts = requestedParts.length > 0 ? requestedParts : Object.keys(parts)
  const printLine = (line: string) => process.stderr.write(`${line}\n`)
  // Ctrl-C sends SIGINT to the load generators too. This process ignores the signal, and cleans up
  // after the generators have ended.
  process.on('SIGINT', () => {})
  process.once('SIGTERM', () => process.exit(1))
  const cases = selectedParts.flatMap((part) => parts[part] ?? [])
  const results = {
    comparison: cases.length > 0 ? await compareWithFloor(cases, printLine) : undefined,
    sizes: selectedParts.includes('size') ? await compareSizes(printLine) : [],
  }
  const report = reportOf(results)
  const isComplete = Object.keys(parts).every((part) => selectedParts.includes(part))
  if (isComplete) await writeFile(new URL('results/data-path.md', import.meta.url), report)
  process.stdout.write(`\n${report}\n${barsOf(results).join('\n')}\n`)
}
