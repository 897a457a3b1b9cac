import { toPlane } from './projection.ts'

export type Coordinates = readonly [latitude: number, longitude: number]

/** Returns the path through places, on the plane of the map. */
export function pathThrough(places: readonly Coordinates[], isClosed = false) {
  const points = places.map(([latitude, longitude]) => {
    const { x, y } = toPlane(latitude, longitude)
    return `${x.toFixed(1)} ${y.toFixed(1)}`
  })
  return `M${points.join('L')}${isClosed ? 'Z' : ''}`
}
