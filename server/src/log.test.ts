// Checks the log when nothing reads it, for example because a pager is open or a log collector hangs.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { suite, test } from 'node:test'
import { text } from 'node:stream/consumers'

const megabytes = 48

/** Logs this many megabytes in lines of 1 KB, and then prints "done" on standard output. */
const noisyProgram = `
  import { setImmediate } from 'node:timers/promises'
  import { createLog } from '${new URL('./log.ts', import.meta.url).href}'
  const log = createLog('info')
  for (let megabyte = 0; megabyte < ${megabytes}; megabyte += 1) {
    for (let line = 0; line < 1024; line += 1) log.info('x'.repeat(1024))
    await setImmediate()
  }
  console.log('done')
`

suite('a log that nothing reads', () => {
  test('is kept up to 16 MB, and then reports how many lines are missing', async () => {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', noisyProgram], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    await once(child.stdout, 'data')
    const output = await text(child.stderr)
    assert.ok(output.length < 18 * 2 ** 20, `${output.length} bytes were kept.`)
    const lines = output.trimEnd().split('\n')
    const missing = Number(/"message":"(\d+) lines are missing here/u.exec(lines.at(-1) ?? '')?.[1])
    assert.equal(lines.length - 1 + missing, megabytes * 1024)
  })
})
