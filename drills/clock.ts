import { setTimeout as sleep } from 'node:timers/promises'
import { liftLimits } from '../tests/support/lift-limits.ts'
import { type Server, startServer, until } from '../tests/support/server.ts'
import { countWrites } from './support/count.ts'
import { type Drill, type Mark, printLine } from './support/drill.ts'
import { JobWorkload } from './support/job-workload.ts'
import { readJobsAs, statusOf, type Visitor, signInVisitor } from './support/visitor.ts'
import { type Clock, runClientWithClock, movableClock } from './support/wrong-clock.ts'

const secondsPerMinute = 60
/**
 * A small error of the server's clock, in seconds. The server accepts tokens up to 30 s before they become valid, so it
 * must refuse none because of this error.
 */
const smallOffset = 20
const tenMinutes = 10 * secondsPerMinute
const twoHours = 120 * secondsPerMinute

export const wrongClock: Drill = {
  name: 'clock',
  summary: `the server's clock is set ahead and back by ${smallOffset} s, ${tenMinutes / secondsPerMinute} minutes and ${twoHours / secondsPerMinute / 60} hours while the database's clock stays right, and then the clients' clocks are changed`,
  async run() {
    const { settings, set } = await movableClock()
    const server = await startServer({ settings })
    await liftLimits(server.connection)
    const marks = [
      ...(await checkSmallOffset(server, set)),
      ...(await checkClockBack(server, set)),
      ...(await checkClockAhead(server, set)),
      ...(await checkClientClocks(server)),
    ]
    await server.stop()
    return marks
  },
}

type SetClock = Clock['set']

/** Checks that no request is refused while the server's clock is slightly wrong. */
async function checkSmallOffset(server: Server, set: SetClock): Promise<Mark[]> {
  const facility = await signInVisitor(server, 'facility')
  const contractor = await signInVisitor(server, 'contractor')
  const workload = new JobWorkload(facility.person, contractor.person)
  const running = workload.run(4)
  for (const seconds of [smallOffset, 0, -smallOffset, 0]) {
    await set(seconds)
    await sleep(2000)
  }
  workload.stop()
  await running
  const { lost, duplicated } = await countWrites(server.connection, workload)
  printLine(`${workload.awarded.length} jobs awarded while it was off by ${smallOffset} s`)
  return [
    {
      condition: `requests refused while the clock is off by ${smallOffset} s`,
      measured: workload.refusals.length,
      max: 0,
    },
    { condition: 'acknowledged writes lost or duplicated', measured: lost + duplicated, max: 0 },
  ]
}

/**
 * Sets the clock back, so that existing tokens are not valid yet. The server must refuse these
 * tokens with a reason, and accept renewed tokens.
 */
async function checkClockBack(server: Server, set: SetClock): Promise<Mark[]> {
  const visitorBefore = await signInVisitor(server, 'facility')
  await set(-tenMinutes)
  const refused = await readJobsAs(visitorBefore)
  const renewedVisitor = await visitorBefore.renewTokens()
  const afterRenewal = await readJobsAs(renewedVisitor)
  const newSignIn = await readJobsAs(await signInVisitor(server, 'contractor'))
  const postStatus = await postJob(server, renewedVisitor)
  await set(0)
  printLine(
    `set back ${tenMinutes / secondsPerMinute} minutes: an earlier token ${refused.status} ${refused.code}`,
  )
  return [
    // @covers operations.clock
    {
      condition: 'tokens from the future that are not refused with PGRST303',
      measured: refused.status === 401 && refused.code === 'PGRST303' ? 0 : 1,
      max: 0,
    },
    {
      condition: 'failures of renewal, sign-in and writing afterwards',
      measured: [afterRenewal.status, newSignIn.status, postStatus].filter(
        (status) => status >= 300,
      ).length,
      max: 0,
    },
  ]
}

/**
 * Sets the clock ahead, so that existing tokens have expired. The server must refuse these tokens
 * with a reason, close the socket, and accept renewed tokens.
 */
async function checkClockAhead(server: Server, set: SetClock): Promise<Mark[]> {
  const visitorBefore = await signInVisitor(server, 'facility')
  const subscription = await visitorBefore.subscribe()
  const owner = await signInVisitor(server, 'consultant')
  const path = await owner.upload()
  const link = await owner.linkTo(path)
  const firstLink = await statusOf(link)
  await set(tenMinutes)
  const validToken = await readJobsAs(visitorBefore)
  const expiredLink = await statusOf(link)
  const newLink = await statusOf(await owner.linkTo(path))
  await set(twoHours)
  const start = performance.now()
  const refused = await readJobsAs(visitorBefore)
  await until(() => subscription.isClosed(), 30_000)
  const secondsToClose = (performance.now() - start) / 1000
  const renewedVisitor = await visitorBefore.renewTokens()
  const afterRenewal = await readJobsAs(renewedVisitor)
  const newSubscription = await renewedVisitor.subscribe()
  const postStatus = await postJob(server, renewedVisitor)
  await until(() => newSubscription.changeCount() > 0, 10_000).catch(() => undefined)
  await set(0)
  printLine(
    `set ahead ${tenMinutes / secondsPerMinute} minutes: a token ${validToken.status}, a link of 5 minutes ${expiredLink}; ` +
      `2 hours: a token ${refused.status} ${refused.code}`,
  )
  const changeCount = newSubscription.changeCount()
  newSubscription.close()
  return [
    {
      condition: 'valid tokens and links refused',
      measured: [firstLink, validToken.status, newLink].filter((status) => status !== 200).length,
      max: 0,
    },
    {
      condition: 'expired tokens and links not refused with their code',
      measured: [expiredLink === 400, refused.status === 401 && refused.code === 'PGRST303'].filter(
        (isRefused) => !isRefused,
      ).length,
      max: 0,
    },
    {
      condition: 'time until the socket with an expired token is closed',
      measured: secondsToClose,
      max: 10,
      unit: ' s',
    },
    {
      condition: 'failures of renewal, writing and live changes afterwards',
      measured: [afterRenewal.status >= 300, postStatus >= 300, changeCount === 0].filter(Boolean)
        .length,
      max: 0,
    },
  ]
}

/**
 * Runs clients with a wrong clock. Such a client misjudges when its tokens expire, but all its actions must succeed.
 */
async function checkClientClocks({ url }: Server): Promise<Mark[]> {
  const failures: string[] = []
  for (const seconds of [tenMinutes, -tenMinutes, twoHours, -twoHours]) {
    const result = await runClientWithClock(seconds, url)
    failures.push(...result.failures)
    printLine(`a client off by ${seconds / secondsPerMinute} minutes: ${result.refreshes} renewals`)
  }
  for (const failure of failures) printLine(failure)
  return [
    {
      condition: 'failed actions of clients with a wrong clock',
      measured: failures.length,
      max: 0,
    },
  ]
}

async function postJob({ url }: Server, { person }: Visitor) {
  const job = { title: 'Mend the gate', description: 'It hangs.', budget: 100 }
  const response = await fetch(`${url}/rest/v1/jobs`, {
    method: 'POST',
    headers: person.headers,
    body: JSON.stringify({ ...job, facility_id: person.id }),
  })
  return response.status
}
