// The web app relies on the times at which supabase-js refreshes a session.
import assert from 'node:assert/strict'
import { createClient } from '@supabase/supabase-js'
import { afterEach, beforeEach, test, vi } from 'vitest'

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

/** Opens a page and returns the times of the attempts to refresh its session, which all fail. */
function openPage(expiresInMs: number) {
  const attemptsMs: number[] = []
  const session = {
    access_token: 'old',
    refresh_token: 'old',
    token_type: 'bearer',
    expires_in: expiresInMs / 1000,
    expires_at: expiresInMs / 1000,
    user: { id: 'ana' },
  }
  createClient('http://localhost', 'key', {
    auth: {
      storage: {
        getItem: (name) => (name.endsWith('-auth-token') ? JSON.stringify(session) : null),
        setItem: () => undefined,
        removeItem: () => undefined,
      },
    },
    global: {
      fetch: async () => {
        attemptsMs.push(Date.now())
        return new Response('{}', { status: 503 })
      },
    },
  })
  return attemptsMs
}

// @covers 9.session.tick
test('the session is checked every 30 seconds, and a failed refresh is retried after 200 ms, doubled each time', async () => {
  const attemptsMs = openPage(300_000)
  await vi.advanceTimersByTimeAsync(209_000)
  assert.deepEqual(attemptsMs, [])
  await vi.advanceTimersByTimeAsync(8000)
  const delaysMs = attemptsMs.slice(1).map((timeMs, index) => timeMs - (attemptsMs[index] ?? 0))
  assert.equal(attemptsMs[0], 150 * 200 * 7)
  assert.deepEqual(delaysMs, [200, 400, 800, 1600, 3200])
})
