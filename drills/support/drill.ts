// A condition of a drill. It is met if `seen` is not above `most`.
export interface Mark {
  what: string
  seen: number
  most: number
  unit?: string
}

export interface Drill {
  name: string
  does: string
  /** Whether the drill runs only when named, because it takes long. */
  isOnlyByName?: boolean
  /** @param amount  The number after the name: minutes or rows. */
  run: (amount?: number) => Promise<Mark[]>
}

export const say = (line: string) => process.stdout.write(`  ${line}\n`)

const isMet = ({ seen, most }: Mark) => seen <= most

/** Runs the drills one after another. Returns whether every mark was met. */
export async function runDrills(drills: readonly Drill[], amounts: ReadonlyMap<string, number>) {
  const all: boolean[] = []
  for (const { name, does, run } of drills) {
    process.stdout.write(`\n${name}: ${does}\n`)
    for (const mark of await run(amounts.get(name))) {
      all.push(isMet(mark))
      const { what, seen, most, unit = '' } = mark
      const figures = `${round(seen)}${unit} (at most ${most}${unit})`
      say(`${isMet(mark) ? 'met   ' : 'MISSED'} ${what}: ${figures}`)
    }
  }
  return all.every(Boolean)
}

const round = (value: number) => Math.round(value * 100) / 100
