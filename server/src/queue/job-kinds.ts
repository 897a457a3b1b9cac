// Defines the kinds of jobs in the outbox, and how many of each kind a server runs at once.

export const defaultConcurrency = {
  mail: 25,
  notification_email: 25,
  'auth.link': 25,
  'auth.sign-up': 25,
  'auth.sms': 2,
  file: 2,
}

type JobKind = keyof typeof defaultConcurrency
export type JobConcurrency = Readonly<Record<JobKind, number>>

const emailKinds = ['mail', 'notification_email', 'auth.link', 'auth.sign-up'] as const

export function isJobKind(name: string): name is JobKind {
  return Object.hasOwn(defaultConcurrency, name)
}

/** Returns how many emails of all kinds a server sends at once. */
export function countParallelEmails(concurrency: JobConcurrency) {
  return emailKinds.reduce((sum, kind) => sum + concurrency[kind], 0)
}
