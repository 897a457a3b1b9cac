import * as z from 'zod/mini'

/** Trims the address, because pasted text often has spaces around it. */
export const emailAddress = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Enter an email address.'),
    z.maxLength(254, 'This is too long for an email address.'),
    z.email('Enter an email address such as name@company.com.'),
  )
