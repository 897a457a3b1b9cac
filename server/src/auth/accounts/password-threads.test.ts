import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { AuthError } from '../errors.ts'
import { admit } from './password-threads.ts'

suite('the password queue', () => {
  test('refuses work before it begins if it would wait too long, and tells how long', async () => {
    const { promise: turn, resolve: endTurns } = Promise.withResolvers<void>()
    const admitted: Promise<void>[] = []
    let refusal: unknown
    while (!refusal) {
      let hasBegun = false
      const work = admit(() => {
        hasBegun = true
        return turn
      })
      if (hasBegun) admitted.push(work)
      else refusal = await work.catch((error: unknown) => error)
    }
    assert.ok(refusal instanceof AuthError)
    assert.equal(refusal.status, 429)
    assert.ok(Number(refusal.headers['retry-after']) >= 15)
    endTurns()
    await Promise.all(admitted)
    await admit(() => Promise.resolve())
  })
})
