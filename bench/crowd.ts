// Signs in many users from a process of its own, so that they do not slow down the measuring process. The arguments are
// the server's address, the number of users, and how many of them sign in at once.
import { setTimeout as sleep } from 'node:timers/promises'
import { crowdEmail, crowdPassword } from './support/crowd-users.ts'

const [url = '', userCount = '', concurrency = ''] = process.argv.slice(2)
let next = 0
let refused = 0

async function signInNext(): Promise<void> {
  const number = next++
  if (number >= Number(userCount)) return
  await signIn(JSON.stringify({ email: crowdEmail(number), password: crowdPassword }))
  return signInNext()
}

/** A refused user tries again when the server says so. */
async function signIn(body: string): Promise<void> {
  const response = await fetch(`${url}/auth/v1/token?grant_type=password`, { method: 'POST', body })
  const text = await response.text()
  if (response.ok) return
  if (response.status !== 429) throw new Error(`A sign-in failed: ${response.status} ${text}`)
  refused += 1
  await sleep(1000 * Number(response.headers.get('retry-after')))
  return signIn(body)
}

const start = performance.now()
await Promise.all(Array.from({ length: Number(concurrency) }, signInNext))
process.send?.({ seconds: (performance.now() - start) / 1000, refused })
process.disconnect()
