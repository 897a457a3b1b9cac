// The log where nobody takes it: a pager that was left open, a collector that hangs.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { suite, test } from 'node:test'
import { text } from 'node:stream/consumers'

const said = 48

/** Says so many megabytes, and then on standard output that it is done. */
const talkative = `
  import { setImmediate } from 'node:timers/promises'
  import { createLog } from '${new URL('./log.ts', import.meta.url).href}'
  const log = createLog('info')
  for (let megabyte = 0; megabyte < ${said}; megabyte += 1) {
    for (let line = 0; line < 1024; line += 1) log.info('x'.repeat(1024))
    await setImmediate()
  }
  console.log('done')
`

suite('a log that nobody takes', () => {
  test('is kept up to 16 MB, and tells then how many lines are missing', async () => {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', talkative], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    await once(child.stdout, 'data')
    const taken = await text(child.stderr)
    assert.ok(taken.length < 18 * 2 ** 20, `${taken.length} bytes were kept.`)
    const lines = taken.trimEnd().split('\n')
    const missing = Number(/"message":"(\d+) lines are missing here/u.exec(lines.at(-1) ?? '')?.[1])
    assert.equal(lines.length - 1 + missing, said * 1024)
  })
})
