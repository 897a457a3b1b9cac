// Names of topics and events, the same at every door. A broadcast of bytes has one byte for the length of each.
import { z } from 'zod'

export const prefix = 'realtime:'
const mostBytes = 255

/** What comes back from the database as it was given. */
function isKept(name: string) {
  return name.isWellFormed() && !name.includes('\0')
}

/** Without the prefix. */
export const topicName = z
  .string()
  .min(1, 'It has a name.')
  .refine((name) => fits(prefix + name), 'It has at most 255 bytes.')
  .refine(isKept, 'It has no NUL, and no half characters.')

export const eventName = z
  .string()
  .refine(fits, 'It has at most 255 bytes.')
  .refine(isKept, 'It has no NUL, and no half characters.')

function fits(name: string) {
  return Buffer.byteLength(name) <= mostBytes
}
