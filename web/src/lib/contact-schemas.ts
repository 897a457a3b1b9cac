import * as z from 'zod/mini'

/** An email address. Spaces around it, as pasting leaves them, are trimmed. */
export const emailAddress = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Enter your email address.'),
    z.maxLength(254, 'This is too long for an email address.'),
    z.email('Enter an email address such as name@company.com.'),
  )

/** Separators that people type between digits. */
const between = /[\s().-]/g

/** A phone number with its country code, in the format of the API. */
export const phoneNumber = z.string().check(
  z.overwrite((written) => written.replaceAll(between, '')),
  z.regex(/^\+[1-9]\d{6,14}$/, 'Write it with + and the country, as +1 303 555 0142.'),
)
