import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { failToStart, healthOf, startServer, temporaryFolder } from '../support/server.ts'

suite('a data folder has one owner', () => {
  test('a second start is refused, names the first and does not affect it', async () => {
    const first = await startServer({ viaNpm: true })
    const { code, output } = await failToStart({ settings: { DATA_DIR: first.dataFolder } })
    assert.equal(code, 1)
    assert.equal(
      output.split('\n').find((line) => !line.startsWith('{')),
      `Mendwell is already running on ${first.dataFolder} with pid ${first.serverPid}. ` +
        'Stop it first, or set DATA_DIR to another folder.',
    )
    assert.equal(await healthOf(first), 200)
  })

  test('a second start is refused before it reads its other settings', async () => {
    const first = await startServer()
    const { code, output } = await failToStart({
      settings: { DATA_DIR: first.dataFolder, PORT: 'none' },
    })
    assert.equal(code, 1)
    assert.match(output, /^Mendwell is already running on .* with pid \d+\. Stop it first/)
  })

  test('one of several simultaneous starts serves, and the others report it', async () => {
    const settings = { DATA_DIR: `${await temporaryFolder()}/data` }
    const starts = await Promise.allSettled([1, 2, 3].map(() => startServer({ settings })))
    const up = starts.filter((start) => start.status === 'fulfilled')
    const down = starts.filter((start) => start.status === 'rejected')
    assert.equal(up.length, 1)
    for (const { reason } of down) assert.match(String(reason), /already running .* with pid \d+/)
    for (const { value } of up) assert.equal(await healthOf(value), 200)
  })

  test('it is free again at once when the owner stops', async () => {
    const first = await startServer()
    assert.equal(await first.stop(), 0)
    await startServer({ settings: { DATA_DIR: first.dataFolder } })
  })
})
