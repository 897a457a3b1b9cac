// Runs pgbench with the gateway's statements in a pipeline. The result is the throughput of
// PostgreSQL without a gateway.
import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { floorOptions } from './floor-statements.ts'
import type { LoadCommand } from './load-messages.ts'

export interface Scripts {
  /** For each transaction, pgbench picks one of these scripts at random. */
  texts: string[]
  variables: Record<string, string>
}

const debian = '/usr/lib/postgresql'

/** Finds the newest pgbench on this machine. */
export function findPgbench() {
  const versions = existsSync(debian) ? readdirSync(debian) : []
  const newestFirst = versions.toSorted((a, b) => Number(b) - Number(a))
  const folders = [
    ...newestFirst.map((version) => join(debian, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(':'),
  ]
  return folders.map((folder) => join(folder, 'pgbench')).find((program) => existsSync(program))
}

export async function pgbench(
  program: string,
  socketFolder: string,
  { texts, variables }: Scripts,
  { connections, warmUp, seconds }: LoadCommand['load'],
) {
  const folder = await mkdtemp(join(tmpdir(), 'mendwell-pgbench-'))
  try {
    const files = texts.map((_, at) => join(folder, `${at}.sql`))
    await Promise.all(texts.map((text, at) => writeFile(files[at] ?? '', text)))
    const threads = Math.min(connections, cpus().length)
    const args = [
      ...`-n -M prepared -P 1 -c ${connections} -j ${threads} -T ${warmUp + seconds}`.split(' '),
      ...`-U authenticator -h ${socketFolder}`.split(' '),
      ...Object.entries({ ...variables, connections }).flatMap(([name, value]) => [
        '-D',
        `${name}=${value}`,
      ]),
      ...files.flatMap((file) => ['-f', file]),
      'postgres',
    ]
    const env = { ...process.env, PGOPTIONS: floorOptions }
    const { stdout, stderr } = await promisify(execFile)(program, args, { env })
    return readReport(stdout, stderr, warmUp)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Reads the figures from the output. The error output has one progress line per second, and its
 * first lines belong to the warm-up.
 */
function readReport(stdout: string, stderr: string, warmUp: number) {
  const lines = [...stderr.matchAll(/^progress: .* s, ([\d.]+) tps, lat ([\d.]+) ms/gmu)]
  const counted = lines.slice(warmUp)
  const requests = Number(/actually processed: (\d+)/u.exec(stdout)?.[1])
  const failed = Number(/failed transactions: (\d+)/u.exec(stdout)?.[1] ?? 0)
  if (counted.length === 0 || Number.isNaN(requests) || /aborted/u.test(stdout + stderr)) {
    throw new Error(`pgbench: ${stderr}${stdout}`)
  }
  return {
    requests,
    failed,
    perSecond: mean(counted.map(([, tps]) => Number(tps))),
    latency: mean(counted.map(([, , latency]) => Number(latency))),
  }
}

function mean(numbers: number[]) {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length
}
