const whole = new Intl.NumberFormat('en-US')

/** "1,200", or with what is counted: "1 job", "1,200 jobs". */
export function counted(count: number, one = '', many = `${one}s`): string {
  const noun = count === 1 ? one : many
  return one ? `${whole.format(count)} ${noun}` : whole.format(count)
}

/** The same up to a number, and "1,000+ jobs" beyond it. */
export function countedTo(most: number, count: number, one = '', many = `${one}s`): string {
  return count > most ? countedSoFar(most, one, many) : counted(count, one, many)
}

/** "10,000+ jobs": where more are there than were counted. */
export function countedSoFar(count: number, one = '', many = `${one}s`): string {
  return one ? `${whole.format(count)}+ ${many}` : `${whole.format(count)}+`
}
