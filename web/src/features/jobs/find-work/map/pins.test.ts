import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Town } from '../towns.queries.ts'
import { makeLabels, makePins, placeTowns } from './pins.ts'
import { limit, toPlane, toWindow, viewOfCircle } from './projection.ts'

const town = (name: string, latitude: number, longitude: number, values: Partial<Town> = {}) => ({
  name,
  latitude,
  longitude,
  size: 2,
  miles: null,
  jobs: 1,
  job_id: name,
  budget: 7900,
  my_bid: null,
  snapshot: '10:10:',
  ...values,
})

const denver = town('Denver', 39.739, -104.985, { size: 1 })
const lakewood = town('Lakewood', 39.705, -105.081)
const pueblo = town('Pueblo', 38.254, -104.609, { jobs: 3, budget: null })
const unknown = { ...denver, name: '', latitude: null, longitude: null }

test('two points are as many units apart on the plane as miles on the ground', () => {
  const [one, other] = [toPlane(39.739, -104.985), toPlane(38.254, -104.609)]
  assert.ok(Math.abs(Math.hypot(one.x - other.x, one.y - other.y) - 104.6) < 1)
})

test('a pin shows the budget of its only job, the own bid, or the number of jobs', () => {
  const textOf = (one: Town) => makePins(placeTowns([one]), 4)[0]?.text
  assert.equal(textOf(denver), '$7,900')
  assert.equal(textOf({ ...denver, my_bid: 5950 }), 'You bid $5,950')
  assert.equal(textOf(pueblo), '3 jobs')
  assert.equal(textOf({ ...denver, budget: null }), '1 job')
  assert.equal(textOf({ ...denver, jobs: 0 }), undefined)
  assert.equal(textOf(unknown), undefined)
})

test('towns whose pins would cover each other share a pin until the user zooms in', () => {
  const towns = placeTowns([denver, lakewood, pueblo])
  const textsAt = (scale: number) => makePins(towns, scale).map(({ text }) => text)
  assert.deepEqual(textsAt(3), ['3 jobs', '2 jobs'])
  assert.deepEqual(textsAt(20), ['3 jobs', '$7,900', '$7,900'])
})

test('no name of a town covers another name or a pin', () => {
  const size = { width: 400, height: 400 }
  const view = viewOfCircle(toPlane(39.7, -105.05), 20, size)
  const edgewater = town('Edgewater', 39.706, -105.11, { size: 3 })
  const towns = placeTowns([denver, lakewood, edgewater])
  const names = (pins: ReturnType<typeof makePins>) =>
    makeLabels(towns, pins, view, size).map(({ name, side }) => [name, side])
  assert.deepEqual(names([]), [
    ['Denver', 'right'],
    ['Lakewood', 'right'],
    ['Edgewater', 'left'],
  ])
  // Small towns have no names on a map of the whole state.
  const far = { ...view, scale: 1 }
  assert.deepEqual(
    makeLabels(towns, [], far, size).map(({ name }) => name),
    ['Denver'],
  )
})

test('a view stays within Colorado, and shows the whole circle that it is made for', () => {
  const size = { width: 400, height: 600 }
  const center = toPlane(39.7, -105)
  const view = viewOfCircle(center, 50, size)
  assert.ok(toWindow({ x: center.x + 50, y: center.y }, view, size).x < size.width)
  assert.deepEqual(toWindow(center, view, size), { x: 200, y: 300 })
  assert.deepEqual(limit({ x: 1e6, y: 0, scale: 1e6 }), {
    x: toPlane(37, -102.05).x,
    y: 0,
    scale: 24,
  })
})
