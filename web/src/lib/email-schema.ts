import * as z from 'zod/mini'

/** Parses an email address. Spaces around it are trimmed, because pasted text often has them. */
export const emailAddress = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Enter an email address.'),
    z.maxLength(254, 'This is too long for an email address.'),
    z.email('Enter an email address such as name@company.com.'),
  )
