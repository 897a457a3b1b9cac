// What deploy/watching asks of the figures, and what docs/operations/monitoring.md says of its alerts.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { suite, test } from 'node:test'
import { startApp } from '../../tests/support/app.ts'

const token = 'a-token-for-the-metrics'
const withReplica = { DATABASE_URL: 'postgres://db/work', REPLICA_URL: 'postgres://standby/work' }
const alerts = await readFile('deploy/watching/alerts.yml', 'utf8')
const dashboard = await readFile('deploy/watching/dashboard.json', 'utf8')

/** Every word of an expression that could be a figure's name: it has an underscore and stands before a label or its end. */
const figuresIn = (text: string) =>
  new Set(
    [...text.matchAll(/\b([a-z]+(?:_[a-z0-9]+)+|live)(?=\\?\{|\[| >|\))/g)].map(
      ([, name = '']) => name,
    ),
  )

suite('alerts and dashboard', () => {
  for (const [name, text, atLeast] of [
    ['alerts', alerts, 7],
    ['dashboard', dashboard, 8],
  ] as const) {
    test(`${name} ask for figures that the server tells`, async () => {
      const { ask } = await startApp({ METRICS_TOKEN: token, ...withReplica })
      const headers = { authorization: `Bearer ${token}` }
      await ask('/metrics', { headers })
      const { body } = await ask('/metrics', { headers })
      const asked = figuresIn(text)
      assert.ok(asked.size >= atLeast, [...asked].join())
      for (const figure of asked) assert.match(body, new RegExp(`^${figure}[ {]`, 'm'))
    })
  }

  test('each alert has its row in docs/operations/monitoring.md, and each row its alert', async () => {
    const operations = await readFile('docs/operations/monitoring.md', 'utf8')
    const named = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
    const listed = [...operations.matchAll(/^\| `(Mendwell\w+)` \|/gm)].map(([, name]) => name)
    assert.ok(named.length > 5)
    assert.deepEqual(listed, named)
  })
})
