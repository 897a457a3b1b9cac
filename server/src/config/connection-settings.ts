// Reads how many connections to the database a server opens.
import { z } from 'zod'

export const connectionSettings = {
  REQUEST_CONNECTIONS: count(2, 100).default(8),
  SERVER_CONNECTIONS: count(6, 100).default(8),
}

function count(min: number, max: number) {
  const message = `must be a number from ${min} to ${max}`
  return z
    .string()
    .regex(/^\d{1,3}$/, message)
    .transform(Number)
    .refine((number) => number >= min && number <= max, message)
}
