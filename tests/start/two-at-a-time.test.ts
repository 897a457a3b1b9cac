import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { launchNode, run } from '../support/command.ts'
import { isAlive, root, temporaryFolder, until } from '../support/server.ts'

const helpers = `
  import { existsSync, writeFileSync } from 'node:fs'
  const isAlive = (pid) => { try { return process.kill(pid, 0) } catch { return false } }
  const until = async (happened) => { while (!happened()) await new Promise((again) => setTimeout(again, 10)) }
`

/** Returns a script that runs these programs in separate processes, two at a time. */
const scriptOf = (parts: Record<string, string>) => {
  const commands = Object.entries(parts).map(([name, code]) => [
    name,
    ['--input-type=module', '--eval', helpers + code],
  ])
  return `
    import { run } from '${root}scripts/lib/stop-line.mjs'
    import { runTwoAtATime } from '${root}scripts/lib/two-at-a-time.mjs'
    await run(() => runTwoAtATime(new Map(${JSON.stringify(commands)})))`
}
const argumentsOf = (parts: Record<string, string>) => [
  '--input-type=module',
  '--eval',
  scriptOf(parts),
]

const withoutTimes = ({ code, output }: { code: number | null; output: string }) => ({
  code,
  output: output.replaceAll(/\d+\.\d minutes/g, '0.0 minutes'),
})

suite('parts of the tests', () => {
  test('run two at a time, with their output in order', async () => {
    const file = join(await temporaryFolder(), 'written')
    const outcome = await run(
      process.execPath,
      argumentsOf({
        waits: `console.log('one'); await until(() => existsSync('${file}')); console.log('two')`,
        writes: `console.log('three'); writeFileSync('${file}', ''); console.log('four')`,
        last: `console.log('five')`,
      }),
      {},
    )
    const times = 'waits: 0.0 minutes\nwrites: 0.0 minutes\nlast: 0.0 minutes\n'
    assert.deepEqual(withoutTimes(outcome), {
      code: 0,
      output: `one\ntwo\nthree\nfour\nfive\n${times}`,
    })
  })

  test('are listed at the end with their last lines if they failed, and no more start after that', async () => {
    const file = join(await temporaryFolder(), 'pid')
    const outcome = await run(
      process.execPath,
      argumentsOf({
        fails: `writeFileSync('${file}', String(process.pid)); console.log('one'); process.exitCode = 3`,
        outlives: `
          import { readFileSync } from 'node:fs'
          await until(() => existsSync('${file}') && readFileSync('${file}', 'utf8') !== '')
          await until(() => !isAlive(Number(readFileSync('${file}', 'utf8'))))
          console.error('two')`,
        never: `console.log('three')`,
      }),
      {},
    )
    const times = 'fails: 0.0 minutes\noutlives: 0.0 minutes\n'
    assert.deepEqual(withoutTimes(outcome), {
      code: 1,
      output: `one\ntwo\n${times}\nEnd of fails:\none\n\nFailed: fails.\n`,
    })
  })

  test('end with the process that started them', async () => {
    const folder = await temporaryFolder()
    const endless = (name: string) =>
      `writeFileSync('${join(folder, name)}', String(process.pid)); setInterval(() => {}, 1000)`
    const command = launchNode(argumentsOf({ one: endless('one'), two: endless('two'), three: '' }))
    const written = (name: string) =>
      existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : ''
    await until(() => written('one') !== '' && written('two') !== '')
    command.kill('SIGTERM')
    assert.deepEqual(await command.result, { code: 1, output: '\nFailed: one, two.\n' })
    assert.deepEqual([written('one'), written('two')].map(Number).map(isAlive), [false, false])
  })
})
