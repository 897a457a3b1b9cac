// Inspects the threads of a server that compares passwords.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { suite, test } from 'node:test'
import { startOwnServer } from '../support/own-server.ts'

const { serverPid } = await startOwnServer({ settings: {} })

const { authCall } = await import('../support/auth-call.ts')
const { createPasswordUser } = await import('../support/people.ts')

const signIn = (email: string, password: string) =>
  authCall('POST /token?grant_type=password', { body: { email, password } })

/** The nice values of the server's threads. A high value is a low priority. */
function nicenessOfThreads() {
  const folder = `/proc/${serverPid}/task`
  return readdirSync(folder).map((thread) => {
    const stat = readFileSync(`${folder}/${thread}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])
  })
}

suite('passwords', () => {
  // Other systems cannot give a thread a priority.
  const skip = process.platform !== 'linux' && 'only Linux has priorities of threads'
  test('are compared by threads with a lower priority than requests', { skip }, async () => {
    const { email, password } = await createPasswordUser()
    assert.deepEqual(new Set(nicenessOfThreads()), new Set([0]))
    assert.equal((await signIn(email, password)).status, 200)
    const lowered = nicenessOfThreads().filter((niceness) => niceness > 0)
    assert.deepEqual(lowered, [8])
  })
})
