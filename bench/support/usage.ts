// Reads the processor time and the memory of processes from /proc. On systems without /proc, all
// figures are 0.
import { readdir, readFile } from 'node:fs/promises'

/** The times in /proc/…/stat are counted in ticks of this length. */
const tickMs = 10

/** Returns the processor time in milliseconds, including that of ended child processes. */
export async function cpuOf(pids: number[]) {
  const times = await Promise.all(pids.map(cpuOfOne))
  return times.reduce((sum, time) => sum + time, 0)
}

async function cpuOfOne(pid: number) {
  return cpuIn(await read(`/proc/${pid}/stat`))
}

/**
 * Returns the processor time of the main thread, without the threads for password hashes and
 * garbage collection.
 */
export async function cpuOfMainThread(pid: number) {
  return cpuIn(await read(`/proc/${pid}/task/${pid}/stat`))
}

function cpuIn(stat: string) {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) * tickMs
}

/** Lists the pids of a PostgreSQL server and of its child processes. */
export async function processFamily(pid: number) {
  const children = await read(`/proc/${pid}/task/${pid}/children`)
  return [pid, ...children.split(' ').filter(Boolean).map(Number)]
}

/** Returns the private memory in megabytes, plus a proportional part of the shared memory. */
export async function memoryOf(pids: number[]) {
  const sizes = await Promise.all(
    pids.map(async (pid) => {
      const rollup = await read(`/proc/${pid}/smaps_rollup`)
      return Number(/^Pss: +(\d+)/mu.exec(rollup)?.[1] ?? 0)
    }),
  )
  return sizes.reduce((sum, size) => sum + size, 0) / 1024
}

export async function residentMemoryOf(pid: number) {
  return Number(/^VmRSS:\s+(\d+)/mu.exec(await read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024
}

/** Returns the processor time of all processes on the machine. */
export async function cpuOfAll() {
  const names = await readdir('/proc').catch(() => [])
  return cpuOf(names.map(Number).filter((pid) => pid > 0))
}

function read(path: string) {
  return readFile(path, 'utf8').catch(() => '')
}
