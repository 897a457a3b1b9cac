// Reads the settings for the number of database connections that a server opens. Also defines MAIL_CONCURRENCY, and
// refuses a MAIL_CONCURRENCY that needs more connections than SERVER_CONNECTIONS allows.
import { z } from 'zod'
import { StartupFailure } from '../startup/startup-failure.ts'

export const connectionSettings = {
  REQUEST_CONNECTIONS: count(2, 100).default(8),
  SERVER_CONNECTIONS: count(6, 100).default(8),
  MAIL_CONCURRENCY: count(1, 20).default(2),
}

const schema = z.object(connectionSettings)

/** The number of connections for the server's other work, such as sign-ins, uploads and scheduled tasks. */
const connectionsBesideJobs = 4

export function readConnections({
  REQUEST_CONNECTIONS: requests,
  SERVER_CONNECTIONS: server,
  MAIL_CONCURRENCY: mailConcurrency,
}: z.infer<typeof schema>) {
  // The worker runs at most twice MAIL_CONCURRENCY jobs, and each running job keeps a connection.
  const needed = 2 * mailConcurrency + connectionsBesideJobs
  if (server >= needed) return { requests, server }
  throw new StartupFailure(
    `MAIL_CONCURRENCY=${mailConcurrency} needs SERVER_CONNECTIONS of ${needed} or more, because each email keeps a connection while it is sent.`,
  )
}

function count(min: number, max: number) {
  const message = `must be a number from ${min} to ${max}`
  return z
    .string()
    .regex(/^\d{1,3}$/, message)
    .transform(Number)
    .refine((number) => number >= min && number <= max, message)
}
