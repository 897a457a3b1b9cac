import * as z from 'zod/mini'

/** What people put between the digits. */
const between = /[\s().-]/g

/** A number with its country, as the wire wants it. */
export const phoneNumber = z.string().check(
  z.overwrite((written) => written.replaceAll(between, '')),
  z.regex(/^\+[1-9]\d{6,14}$/, 'Write it with + and the country, as +1 303 555 0142.'),
)
