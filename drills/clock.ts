import { setTimeout as sleep } from 'node:timers/promises'
import { liftLimits } from '../tests/support/lift-limits.ts'
import { type Server, startServer, until } from '../tests/support/server.ts'
import { count } from './support/count.ts'
import { type Drill, type Mark, say } from './support/drill.ts'
import { Errands } from './support/errands.ts'
import { askedAs, statusOf, type Visitor, visitor } from './support/visitor.ts'
import { type Clock, clientOffBy, movableClock } from './support/wrong-clock.ts'

const minutes = 60
/** Differences between the clocks, in seconds. The server tolerates up to 30. */
const little = 20
const much = 10 * minutes
const hours = 120 * minutes

export const wrongClock: Drill = {
  name: 'clock',
  does: `the server's clock is set ahead and back by ${little} s, ${much / minutes} minutes and ${hours / minutes / 60} hours, while the database's stays right; then that of clients`,
  async run() {
    const { settings, set } = await movableClock()
    const server = await startServer({ settings })
    await liftLimits(server.connection)
    const marks = [
      ...(await offByLittle(server, set)),
      ...(await setBack(server, set)),
      ...(await setAhead(server, set)),
      ...(await clientsOff(server)),
    ]
    await server.stop()
    return marks
  },
}

type SetClock = Clock['set']

/** Checks that a small difference has no effect. */
async function offByLittle(server: Server, set: SetClock): Promise<Mark[]> {
  const facility = await visitor(server, 'facility')
  const contractor = await visitor(server, 'contractor')
  const errands = new Errands(facility.person, contractor.person)
  const running = errands.run(4)
  for (const seconds of [little, 0, -little, 0]) {
    await set(seconds)
    await sleep(2000)
  }
  errands.stop()
  await running
  const { lost, twice } = await count(server.connection, errands)
  say(`${errands.done.length} jobs awarded while it was off by ${little} s`)
  return [
    { what: `refused while off by ${little} s`, seen: errands.refusals.length, most: 0 },
    { what: 'acknowledged and lost, or done twice', seen: lost + twice, most: 0 },
  ]
}

/**
 * Sets the clock back, so that existing tokens start in the future. The server must refuse such
 * tokens with a reason, and accept renewed ones.
 */
async function setBack(server: Server, set: SetClock): Promise<Mark[]> {
  const before = await visitor(server, 'facility')
  await set(-much)
  const refused = await askedAs(before)
  const renewed = await before.renewed()
  const after = await askedAs(renewed)
  const fresh = await askedAs(await visitor(server, 'contractor'))
  const writing = await written(server, renewed)
  await set(0)
  say(`set back ${much / minutes} minutes: a token of before ${refused.status} ${refused.code}`)
  return [
    // @covers operations.clock
    {
      what: 'tokens of the future that are not refused by name',
      seen: refused.status === 401 && refused.code === 'PGRST303' ? 0 : 1,
      most: 0,
    },
    {
      what: 'of renewal, sign-in and writing afterwards, not as ever',
      seen: [after.status, fresh.status, writing].filter((status) => status >= 300).length,
      most: 0,
    },
  ]
}

/**
 * Sets the clock ahead, so that tokens expire. The server must refuse such tokens with a reason,
 * close the socket, and accept renewed tokens.
 */
async function setAhead(server: Server, set: SetClock): Promise<Mark[]> {
  const before = await visitor(server, 'facility')
  const line = await before.follow()
  const owner = await visitor(server, 'consultant')
  const path = await owner.upload()
  const link = await owner.linkTo(path)
  const opened = await statusOf(link)
  await set(much)
  const held = await askedAs(before)
  const late = await statusOf(link)
  const another = await statusOf(await owner.linkTo(path))
  await set(hours)
  const since = performance.now()
  const refused = await askedAs(before)
  await until(() => line.isClosed(), 30_000)
  const closed = (performance.now() - since) / 1000
  const renewed = await before.renewed()
  const after = await askedAs(renewed)
  const again = await renewed.follow()
  const writing = await written(server, renewed)
  await until(() => again.heard() > 0, 10_000).catch(() => undefined)
  await set(0)
  say(
    `set ahead ${much / minutes} minutes: a token ${held.status}, a link of 5 minutes ${late}; ` +
      `2 hours: a token ${refused.status} ${refused.code}`,
  )
  const heard = again.heard()
  again.leave()
  return [
    {
      what: 'of what has not run out, refused',
      seen: [opened, held.status, another].filter((status) => status !== 200).length,
      most: 0,
    },
    {
      what: 'of what has run out, not refused by name',
      seen: [late === 400, refused.status === 401 && refused.code === 'PGRST303'].filter(
        (is) => !is,
      ).length,
      most: 0,
    },
    { what: 'until a line with an old token is closed', seen: closed, most: 10, unit: ' s' },
    {
      what: 'of renewal, writing and following afterwards, not as ever',
      seen: [after.status >= 300, writing >= 300, heard === 0].filter(Boolean).length,
      most: 0,
    },
  ]
}

/**
 * Tests clients with a wrong clock. Only the server's clock decides whether a token has expired.
 * The clients must renew their tokens and continue.
 */
async function clientsOff({ url }: Server): Promise<Mark[]> {
  const failures: string[] = []
  for (const seconds of [much, -much, hours, -hours]) {
    const seen = await clientOffBy(seconds, url)
    failures.push(...seen.failures)
    say(`a client off by ${seconds / minutes} minutes: ${seen.refreshes} renewals`)
  }
  for (const failure of failures) say(failure)
  return [{ what: 'of what clients do whose clock is off, failed', seen: failures.length, most: 0 }]
}

async function written({ url }: Server, { person }: Visitor) {
  const job = { title: 'Mend the gate', description: 'It hangs.', budget: 100 }
  const answer = await fetch(`${url}/rest/v1/jobs`, {
    method: 'POST',
    headers: person.headers,
    body: JSON.stringify({ ...job, facility_id: person.id }),
  })
  return answer.status
}
