// `npm run bench -- sign-in` answers three questions. Can the response time reveal whether an address
// has an account? What does a sign-in cost besides bcrypt? How much longer do other users wait while
// 500 people sign in? Writes bench/results/sign-in.md.
import { writeFile } from 'node:fs/promises'
import { liftLimits } from '../tests/support/lift-limits.ts'
import { type Server, startServer } from '../tests/support/server.ts'
import { measureCrowd } from './support/crowd-reads.ts'
import { crowdPassword } from './support/crowd-users.ts'

const rounds = 200
const metricsToken = 'the metrics of this bench'
const knownEmail = 'facility@mendwell.test'

const resultsBefore0068 = `A sign-in cost 15.8 ms besides bcrypt: 7.6 ms in the server and 8.2 ms in PostgreSQL. The p99 of the reads was 9.0 to
10.3 ms before and after, and 33.5 to 41.2 ms while 500 people signed in, about 4 times as long. The last person was
signed in after 41 to 44 s, and about 4,000 requests were refused.`

interface Case {
  name: string
  path: string
  body: (round: number) => object
}

interface TimedResponse {
  status: number
  /**
   * The names of the response's headers, and its body. Header values are left out, because some of
   * them differ in every response.
   */
  bytes: string
  milliseconds: number
}

const pairs: [string, Case, Case][] = [
  [
    'sign-in',
    signIn('a wrong password', () => knownEmail),
    signIn('an unknown address', (round) => `nobody-${round}@mendwell.test`),
  ],
  ...['recover', 'otp'].map((call): [string, Case, Case] => [
    call,
    asking(call, 'a known address', () => knownEmail),
    asking(call, 'an unknown address', (round) => `nobody-${round}@mendwell.test`),
  ]),
  [
    'verify',
    verifying('a known address', () => knownEmail),
    verifying('an unknown address', (round) => `nobody-${round}@mendwell.test`),
  ],
]

function signIn(name: string, email: (round: number) => string): Case {
  const body = (round: number) => ({ email: email(round), password: 'not the one' })
  return { name, path: '/token?grant_type=password', body }
}

function asking(call: string, name: string, email: (round: number) => string): Case {
  return { name, path: `/${call}`, body: (round) => ({ email: email(round), create_user: false }) }
}

function verifying(name: string, email: (round: number) => string): Case {
  const body = (round: number) => ({ type: 'email', email: email(round), token: '123456' })
  return { name, path: '/verify', body }
}

export async function measureSignIn() {
  const server = await startServer({ settings: { METRICS_TOKEN: metricsToken } })
  try {
    await liftLimits(server.connection)
    const crowd = await measureCrowd(server)
    const rows: string[] = []
    for (const [call, firstCase, secondCase] of pairs)
      rows.push(...(await compare(server, call, firstCase, secondCase)))
    const report = reportOf(rows, await longestDelayMs(server), crowd)
    await writeFile(new URL('results/sign-in.md', import.meta.url), report)
    process.stdout.write(report)
  } finally {
    await server.stop()
  }
}

/** Measures two cases in turn, so that other load on the machine affects both. */
async function compare({ url }: Server, call: string, firstCase: Case, secondCase: Case) {
  const responses: [TimedResponse[], TimedResponse[]] = [[], []]
  for (let round = -10; round < rounds; round += 1) {
    const [first, second] = [
      await sendTimed(url, firstCase, round),
      await sendTimed(url, secondCase, round),
    ]
    if (round < 0) continue
    responses[0].push(first)
    responses[1].push(second)
  }
  const variants = new Set(responses.flat().map(({ status, bytes }) => `${status} ${bytes}`))
  const [times, otherTimes] = [timesOf(responses[0]), timesOf(responses[1])]
  const chance = shareLonger(times, otherTimes)
  return [
    `| ${call}: ${firstCase.name} | ${median(times)} | ${percentile(times, 0.95)} | ${variants.size} | ${chance} |`,
    `| ${call}: ${secondCase.name} | ${median(otherTimes)} | ${percentile(otherTimes, 0.95)} | | |`,
  ]
}

async function sendTimed(url: string, { path, body }: Case, round: number): Promise<TimedResponse> {
  const start = performance.now()
  const response = await fetch(`${url}/auth/v1${path}`, {
    method: 'POST',
    body: JSON.stringify(body(round)),
  })
  const text = await response.text()
  const milliseconds = performance.now() - start
  const names = [...response.headers.keys()].join(' ')
  return { status: response.status, bytes: `${names} ${text}`, milliseconds }
}

function timesOf(responses: TimedResponse[]) {
  return responses.map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b)
}

/**
 * Compares each time of the first list with each time of the second list. Returns the share of
 * pairs in which the first time is longer. At 50 %, nobody can tell the two lists apart.
 */
function shareLonger(times: number[], others: number[]) {
  const comparisons = times.flatMap((time) => others.map((otherTime) => (time > otherTime ? 1 : 0)))
  const sum = comparisons.reduce<number>((total, value) => total + value, 0)
  return `${((100 * sum) / comparisons.length).toFixed(1)} %`
}

function percentile(sorted: number[], share: number) {
  return `${quantile(sorted, share).toFixed(1)} ms`
}

function quantile(sorted: number[], share: number) {
  return sorted[Math.floor(sorted.length * share)] ?? 0
}

function median(sorted: number[]) {
  return percentile(sorted, 0.5)
}

/** Runs sign-ins one after another. Returns the longest delay of the event loop in milliseconds. */
async function longestDelayMs(measuredServer: Server) {
  const body = () => ({ email: knownEmail, password: crowdPassword })
  const correctLogin: Case = { name: 'right', path: '/token?grant_type=password', body }
  await metric(measuredServer, 'nodejs_eventloop_lag_max_seconds')
  for (let round = 0; round < rounds; round += 1)
    await sendTimed(measuredServer.url, correctLogin, round)
  return 1000 * (await metric(measuredServer, 'nodejs_eventloop_lag_max_seconds'))
}

async function metric({ url }: Server, name: string) {
  const headers = { authorization: `Bearer ${metricsToken}` }
  const text = await (await fetch(`${url}/metrics`, { headers })).text()
  return Number(new RegExp(`^${name} (\\S+)$`, 'mu').exec(text)?.[1])
}

type Crowd = Awaited<ReturnType<typeof measureCrowd>>

function reportOf(rows: string[], delayMs: number, { cost, alone, during, crowd }: Crowd) {
  const besideBcrypt = cost.server + cost.postgres
  const growth = quantile(during, 0.99) / quantile(alone, 0.99)
  return `# Sign-in

${rounds} requests of each kind, in turns, over loopback. "Different answers" is the number of different combinations of
status, headers and bytes over both kinds. The last column tells how often the first kind takes longer than the second.
At 50 % the time reveals nothing.

| | median | 95 % | different answers | first takes longer |
|---|---|---|---|---|
${rows.join('\n')}

While ${rounds} users sign in one after another, the event loop is never blocked for longer than ${delayMs.toFixed(1)} ms.

## The cost of a sign-in

Users sign in one after another. A sign-in costs ${cost.bcrypt.toFixed(1)} ms of processor time for bcrypt, and ${besideBcrypt.toFixed(1)} ms for everything
else: ${cost.server.toFixed(1)} ms in the server and ${cost.postgres.toFixed(1)} ms in PostgreSQL. The bar is 15 ms.

## Reads while 500 people sign in

All 500 start at once, and those who are refused try again after the time that the server names. Eight other users read.
The clients, the server and PostgreSQL share 2 cores. The bar: the p99 of the reads at most doubles.

| | reads | p50 | p95 | p99 |
|---|---:|---:|---:|---:|
${readsRow('before and after', alone)}
${readsRow('while 500 people sign in', during)}

The p99 is ${growth.toFixed(1)} times as long. The last person is signed in after ${crowd.seconds.toFixed(0)} s, and ${crowd.refused} requests were refused.

Before bcrypt had a lower priority and refusals became free (0068), on the same machine:

${resultsBefore0068}
`
}

function readsRow(name: string, times: number[]) {
  const cells = [0.5, 0.95, 0.99].map((share) => `${quantile(times, share).toFixed(1)} ms`)
  return `| ${[name, times.length, ...cells].join(' | ')} |`
}
