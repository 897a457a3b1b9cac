// Projects coordinates to a plane whose unit is a mile, and the plane to the pixels of a window. At the size of Colorado,
// a mile has nearly the same length everywhere on this plane.

export interface Point {
  x: number
  y: number
}

export interface Size {
  width: number
  height: number
}

/** The part of the map that a window shows: its middle, and its pixels per mile. */
export interface View extends Point {
  scale: number
}

const origin = { latitude: 39.7, longitude: -105 }
const milesPerLatitude = 69
const milesPerLongitude = 53.1

export function toPlane(latitude: number, longitude: number): Point {
  return {
    x: (longitude - origin.longitude) * milesPerLongitude,
    y: (origin.latitude - latitude) * milesPerLatitude,
  }
}

export function toWindow(point: Point, view: View, size: Size): Point {
  return {
    x: size.width / 2 + (point.x - view.x) * view.scale,
    y: size.height / 2 + (point.y - view.y) * view.scale,
  }
}

/** Returns the view that shows a circle. */
export function viewOfCircle(center: Point, radius: number, size: Size): View {
  const margin = 1.12
  return limit({ ...center, scale: Math.min(size.width, size.height) / (2 * radius * margin) })
}

const minScale = 1
const maxScale = 24
/** The middle of the window stays within Colorado. */
const northWest = toPlane(41, -109.05)
const southEast = toPlane(37, -102.05)

/** Keeps a view within the map. */
export function limit({ x, y, scale }: View): View {
  return {
    x: between(northWest.x, x, southEast.x),
    y: between(northWest.y, y, southEast.y),
    scale: between(minScale, scale, maxScale),
  }
}

const between = (min: number, value: number, max: number) => Math.min(max, Math.max(min, value))
