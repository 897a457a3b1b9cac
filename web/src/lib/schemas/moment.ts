import * as z from 'zod/mini'
import { instantsOf, isClockReading, ownZone } from '../clock.ts'
import type { AmountWords } from './amount-words.ts'

const skipped =
  'This time does not exist: clocks go forward then. Choose one an hour earlier or later.'

/**
 * What a MomentField holds, as an instant: "2026-11-20T21:00:00.000Z". Of a time that comes twice, when clocks go
 * back, it is the first.
 */
export const moment = ({ missing, wrong }: AmountWords, zone = ownZone()) =>
  z.pipe(
    z.string().check(
      z.minLength(1, missing),
      z.refine(isClockReading, { error: wrong, abort: true }),
      z.refine((text) => instantsOf(text, zone).length > 0, skipped),
    ),
    z.transform((text) => instantsOf(text, zone)[0]?.toISOString() ?? ''),
  )
