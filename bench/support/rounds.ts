import type { Round } from './measure.ts'

export interface Summary {
  clients: number
  rounds: Round[]
}

function median(numbers: number[]) {
  const sorted = numbers.toSorted((a, b) => a - b)
  const [low = Number.NaN, high = low] = sorted.slice(
    (sorted.length - 1) >> 1,
    (sorted.length >> 1) + 1,
  )
  return (low + high) / 2
}

export function medianOf<Item>(items: Item[], figure: (item: Item) => number) {
  return median(items.map(figure))
}

export function failuresOf(rounds: Round[]) {
  return rounds.reduce(
    (sum, { gateway, loop, pgbench }) =>
      sum + gateway.failed + loop.failed + (pgbench?.failed ?? 0),
    0,
  )
}

/**
 * Divides the gateway's throughput in each round by the throughput of the bare loop. Returns the
 * median of these ratios. Other load on the machine slows the gateway and the bare loop alike, so
 * it hardly changes their ratio.
 */
export function ratioToLoop(rounds: Round[]) {
  return medianOf(rounds, ({ gateway, loop }) => gateway.perSecond / loop.perSecond)
}

export function ratioToPgbench(rounds: Round[]) {
  return medianOf(
    rounds,
    ({ gateway, pgbench }) => gateway.perSecond / (pgbench?.perSecond ?? Number.NaN),
  )
}

/**
 * Returns the share of processor time that unrelated processes used while the gateway was measured.
 */
export function shareOfOtherProcesses(rounds: Round[]) {
  return medianOf(rounds, ({ gateway, costs }) => {
    const { gateway: gatewayCost, postgres, total } = costs.gateway
    return 1 - (gatewayCost + postgres + gateway.cpuMs / gateway.requests) / total
  })
}
