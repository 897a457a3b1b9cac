// Runs in a thread of its own and computes bcrypt hashes there.
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/bcrypt'
import type { PasswordTask } from './password-threads.ts'

/**
 * A busy thread of normal priority gets six times as much processor time as this thread. With 10 it would get nine times
 * as much, and sign-ins on a busy machine would take too long.
 */
const niceness = 8

// On Linux, 0 means only this thread. Elsewhere it means the whole process.
if (process.platform === 'linux') setPriority(0, niceness)

parentPort?.on('message', (task: PasswordTask) => parentPort?.postMessage(run(task), []))

function run({ password, hash }: PasswordTask) {
  if (typeof hash === 'string') return verifySync(password, hash)
  return hashSync(password, { cost: hash.cost, rejectLongPasswords: true })
}
