// Describes a condition of a drill. The condition is met if `measured` is at most `max`.
export interface Mark {
  condition: string
  measured: number
  max: number
  unit?: string
}

export interface Drill {
  name: string
  summary: string
  /** True if the drill takes long, so that it runs only when the command line names it. */
  isOnlyByName?: boolean
  /** @param amount  The number after the name on the command line: minutes or rows. */
  run: (amount?: number) => Promise<Mark[]>
}

export const printLine = (line: string) => process.stdout.write(`  ${line}\n`)

const isMet = ({ measured, max }: Mark) => measured <= max

/** Runs the drills one after another. Returns whether every mark was met. */
export async function runDrills(drills: readonly Drill[], amounts: ReadonlyMap<string, number>) {
  const results: boolean[] = []
  for (const { name, summary, run } of drills) {
    process.stdout.write(`\n${name}: ${summary}\n`)
    for (const mark of await run(amounts.get(name))) {
      results.push(isMet(mark))
      const { condition, measured, max, unit = '' } = mark
      const figures = `${round(measured)}${unit} (at most ${max}${unit})`
      printLine(`${isMet(mark) ? 'met   ' : 'MISSED'} ${condition}: ${figures}`)
    }
  }
  return results.every(Boolean)
}

const round = (value: number) => Math.round(value * 100) / 100
