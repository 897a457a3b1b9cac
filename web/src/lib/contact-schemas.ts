import * as z from 'zod/mini'

/** An address as it is typed, with the spaces that paste brings along. */
export const emailAddress = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Enter your email address.'),
    z.maxLength(254, 'This is too long for an email address.'),
    z.email('Enter an email address such as name@company.com.'),
  )

/** What people put between the digits. */
const between = /[\s().-]/g

/** A number with its country, as the wire wants it. */
export const phoneNumber = z.string().check(
  z.overwrite((written) => written.replaceAll(between, '')),
  z.regex(/^\+[1-9]\d{6,14}$/, 'Write it with + and the country, as +1 303 555 0142.'),
)
