// Converts between instants and readings. A reading is the time on a local clock, such as "2026-11-20T14:00".
import * as z from 'zod/mini'
import type { FieldMessages } from './schemas.ts'

const hourMs = 3_600_000

export function deviceTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

export function isClockReading(text: string) {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) && !Number.isNaN(asUtc(text))
}

/**
 * Returns the instants at which clocks in a zone show this reading, in order. There are two instants in the hour that
 * repeats in autumn, and none in the skipped hour.
 */
export function instantsOf(reading: string, zone: string): Date[] {
  const utc = asUtc(reading)
  const candidates = [-24, 24].map((hours) => utc - offsetAt(utc + hours * hourMs, zone))
  return [...new Set(candidates)]
    .filter((at) => readingAt(new Date(at), zone) === reading)
    .toSorted((one, other) => one - other)
    .map((at) => new Date(at))
}

/** Returns the reading of a zone's clocks at this instant, in the format of input fields. */
export function readingAt(instant: Date, zone: string): string {
  return new Date(instant.getTime() + offsetAt(instant.getTime(), zone)).toISOString().slice(0, 16)
}

/** Returns a name such as "Mountain Time (America/Denver)", or only the id of a zone without a common name. */
export function zoneName(zone: string): string {
  const name = zoneNamePart(new Date(), zone, 'longGeneric')
  return name.startsWith('GMT') ? zone : `${name} (${zone})`
}

/** Returns an abbreviation such as "MST". */
export function zoneAbbreviation(instant: Date, zone: string): string {
  return zoneNamePart(instant, zone, 'short')
}

function asUtc(reading: string) {
  return Date.parse(`${reading}Z`)
}

function offsetAt(at: number, zone: string) {
  const text = zoneNamePart(new Date(at), zone, 'longOffset')
  const [, sign = '+', hours = '0', minutes = '0'] = /([+-])(\d\d):(\d\d)/.exec(text) ?? []
  return (Number(hours) * hourMs + Number(minutes) * (hourMs / 60)) * (sign === '-' ? -1 : 1)
}

function zoneNamePart(instant: Date, zone: string, style: 'longGeneric' | 'short' | 'longOffset') {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: style })
  return format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? zone
}

const skipped =
  "Clocks go forward that day, so this time doesn't exist. Choose one an hour earlier or later."

/** Parses the value of a MomentField. If clocks show a reading twice, the first instant counts. */
export const moment = ({ missing, wrong }: FieldMessages, zone = deviceTimeZone()) =>
  z.pipe(
    z.string().check(
      z.minLength(1, missing),
      z.refine(isClockReading, { error: wrong, abort: true }),
      z.refine((text) => instantsOf(text, zone).length > 0, skipped),
    ),
    z.transform((text) => instantsOf(text, zone)[0]?.toISOString() ?? ''),
  )
