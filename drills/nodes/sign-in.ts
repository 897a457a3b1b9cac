// Checks that servers share rate limits and the ends of sessions.
import type { Mark } from '../support/drill.ts'
import type { Person } from '../support/people.ts'
import { Watcher } from './live.ts'

const allowed = 10
const asked = 40

/**
 * Tries wrong passwords for one account at all servers at once. The servers must share the limit
 * `limit_sign_in_account`.
 */
export async function limitIsShared(urls: readonly string[], key: string): Promise<Mark[]> {
  const guess = async (at: number) => {
    const { status } = await fetch(`${urls[at % urls.length]}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: key, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'nobody@mendwell.test', password: `Guess-${at}-of-many` }),
    })
    return status
  }
  const statuses: number[] = []
  for (let at = 0; at < asked; at += 4) {
    statuses.push(...(await Promise.all([at, at + 1, at + 2, at + 3].map(guess))))
  }
  const count = (wanted: number) => statuses.filter((status) => status === wanted).length
  return [
    {
      what: `wrong passwords looked at, of ${asked} (${allowed} are allowed)`,
      seen: count(400),
      most: allowed,
    },
    {
      what: 'neither looked at nor told to wait',
      seen: asked - count(400) - count(429),
      most: 0,
    },
  ]
}

/**
 * Signs a user out at one server. The other server must refuse the next request and close the
 * socket.
 */
export async function endOfSession(
  person: Person,
  [one = '', other = '']: readonly string[],
): Promise<Mark[]> {
  const { headers } = person
  const ask = () => fetch(`${other}/rest/v1/profiles?select=id&limit=1`, { headers })
  const watcher = await Watcher.join(other, person, 'cleo')
  const before = await ask()
  await fetch(`${one}/auth/v1/logout?scope=global`, { method: 'POST', headers })
  const since = performance.now()
  const after = await ask()
  const code = await watcher.closedWith()
  const isRight = before.status === 200 && after.status === 401 && code === 4001
  return [
    { what: 'sessions that went on at the other server', seen: isRight ? 0 : 1, most: 0 },
    {
      what: 'from the sign-out to the end of the socket elsewhere',
      seen: (performance.now() - since) / 1000,
      most: 15,
      unit: ' s',
    },
  ]
}
