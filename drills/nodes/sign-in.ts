// Checks that servers on one database share rate limits, and that a sign-out at one server takes effect at all servers.
import type { Mark } from '../support/drill.ts'
import type { Person } from '../support/people.ts'
import { Watcher } from './live.ts'

const allowedAttempts = 10
const attempts = 40

/**
 * Tries wrong passwords for one account at all servers at the same time. The servers must share the
 * limit `limit_sign_in_account`.
 */
export async function checkLimitIsShared(urls: readonly string[], key: string): Promise<Mark[]> {
  const tryPassword = async (index: number) => {
    const { status } = await fetch(
      `${urls[index % urls.length]}/auth/v1/token?grant_type=password`,
      {
        method: 'POST',
        headers: { apikey: key, 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'nobody@mendwell.test', password: `Guess-${index}-of-many` }),
      },
    )
    return status
  }
  const statuses: number[] = []
  for (let index = 0; index < attempts; index += 4) {
    statuses.push(...(await Promise.all([index, index + 1, index + 2, index + 3].map(tryPassword))))
  }
  const count = (expected: number) => statuses.filter((status) => status === expected).length
  return [
    {
      condition: `wrong passwords that were checked, of ${attempts} (${allowedAttempts} are allowed)`,
      measured: count(400),
      max: allowedAttempts,
    },
    {
      condition: 'wrong passwords neither checked nor refused with 429',
      measured: attempts - count(400) - count(429),
      max: 0,
    },
  ]
}

/**
 * Signs a user out at one server. The other server must refuse the next request and close the
 * socket.
 */
export async function checkSessionEnd(
  person: Person,
  [firstUrl = '', secondUrl = '']: readonly string[],
): Promise<Mark[]> {
  const { headers } = person
  const readProfile = () => fetch(`${secondUrl}/rest/v1/profiles?select=id&limit=1`, { headers })
  const watcher = await Watcher.join(secondUrl, person, 'cleo')
  const responseBefore = await readProfile()
  await fetch(`${firstUrl}/auth/v1/logout?scope=global`, { method: 'POST', headers })
  const start = performance.now()
  const responseAfter = await readProfile()
  const code = await watcher.closeCode()
  const isEndedEverywhere =
    responseBefore.status === 200 && responseAfter.status === 401 && code === 4001
  return [
    {
      condition: 'sessions that stayed valid at the other server',
      measured: isEndedEverywhere ? 0 : 1,
      max: 0,
    },
    {
      condition: 'time from the sign-out to the close of the socket at the other server',
      measured: (performance.now() - start) / 1000,
      max: 15,
      unit: ' s',
    },
  ]
}
