// Makes the pins and the names of towns, so that none covers another.
import { formatCount, formatMoney } from '#lib/format.ts'
import type { Town } from '../towns.queries.ts'
import { type Point, type Size, toPlane, toWindow, type View } from './projection.ts'

export interface PlacedTown extends Town {
  point: Point
}

/** Returns the towns that have coordinates. */
export function placeTowns(towns: readonly Town[]): PlacedTown[] {
  return towns.flatMap((town) =>
    town.latitude === null || town.longitude === null
      ? []
      : { ...town, point: toPlane(town.latitude, town.longitude) },
  )
}

export interface Pin {
  /** The towns of the pin, of which the first one is its place. */
  towns: [PlacedTown, ...PlacedTown[]]
  text: string
  hasOwnBid: boolean
}

const pinHeight = 28
/** A pin is this far above its town. */
const pinGap = 6

/** Returns a pin for each town with jobs. Towns whose pins would cover each other share one. */
export function makePins(towns: readonly PlacedTown[], scale: number): Pin[] {
  const groups: Pin['towns'][] = []
  const inOrder = towns
    .filter(({ jobs }) => jobs > 0)
    .toSorted((one, other) => other.jobs - one.jobs || (one.name < other.name ? -1 : 1))
  for (const town of inOrder) {
    const group = groups.find((one) => doPinsTouch(one, [town], scale))
    if (group) group.push(town)
    else groups.push([town])
  }
  return groups.map(describe)
}

function describe(group: Pin['towns']): Pin {
  const [town] = group
  if (group.length === 1 && town.my_bid !== null) {
    return { towns: group, text: `You bid ${formatMoney(town.my_bid)}`, hasOwnBid: true }
  }
  if (group.length === 1 && town.budget !== null) {
    return { towns: group, text: formatMoney(town.budget), hasOwnBid: false }
  }
  return { towns: group, text: formatCount(jobsOf(group), 'job'), hasOwnBid: false }
}

const jobsOf = (group: readonly Town[]) => group.reduce((sum, { jobs }) => sum + jobs, 0)

function doPinsTouch(one: Pin['towns'], other: Pin['towns'], scale: number) {
  const [first] = one
  const [second] = other
  const width = (widthOf(describe(one).text) + widthOf(describe(other).text)) / 2
  return (
    Math.abs(first.point.x - second.point.x) * scale < width &&
    Math.abs(first.point.y - second.point.y) * scale < pinHeight + 2 * pinGap
  )
}

/** Estimates the width of a pin or of a name, in pixels. */
const widthOf = (text: string) => text.length * 7.2 + 18

export interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

export interface Label {
  name: string
  size: number
  at: Point
  /** The side of the point on which the name stands. */
  side: 'left' | 'right'
}

/** Returns the names that fit into the window beside the reserved boxes, of the largest towns first. */
export function makeLabels(
  towns: readonly PlacedTown[],
  pins: readonly Pin[],
  view: View,
  size: Size,
  reserved: readonly Box[] = [],
): Label[] {
  const taken: Box[] = [
    ...reserved,
    ...pins.map(({ towns: [town], text }) => {
      const { x, y } = toWindow(town.point, view, size)
      const half = widthOf(text) / 2
      return { left: x - half, right: x + half, top: y - pinHeight - pinGap, bottom: y - pinGap }
    }),
  ]
  const labels: Label[] = []
  const inOrder = towns.toSorted((one, other) => (one.size ?? 3) - (other.size ?? 3))
  for (const town of inOrder) {
    const at = toWindow(town.point, view, size)
    const isFarOut = (town.size ?? 3) > largestSize(view.scale)
    if (isFarOut || at.x < 0 || at.y < 0 || at.x > size.width || at.y > size.height) continue
    const side = (['right', 'left'] as const).find((one) => {
      const box = boxOf(town.name, at, one)
      return box.left > 0 && box.right < size.width && !taken.some((other) => doTouch(box, other))
    })
    if (!side) continue
    taken.push(boxOf(town.name, at, side))
    labels.push({ name: town.name, size: town.size ?? 3, at, side })
  }
  return labels
}

/** Small towns have no names until the user has zoomed in. */
function largestSize(scale: number) {
  if (scale < 1.6) return 1
  return scale < 5 ? 2 : 3
}

function boxOf(name: string, { x, y }: Point, side: Label['side']): Box {
  const width = widthOf(name)
  return {
    left: side === 'right' ? x - 4 : x - width,
    right: side === 'right' ? x + width : x + 4,
    top: y - pinGap,
    bottom: y + 10,
  }
}

function doTouch(one: Box, other: Box) {
  return (
    one.left < other.right &&
    other.left < one.right &&
    one.top < other.bottom &&
    other.top < one.bottom
  )
}
