// Checks that the alerts and the dashboard of deploy/watching use metrics that exist, and that
// docs/operations/monitoring.md lists the alerts.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { suite, test } from 'node:test'
import { startApp } from '../../tests/support/app.ts'

const token = 'a-token-for-the-metrics'
const replicaSettings = {
  DATABASE_URL: 'postgres://db/work',
  REPLICA_URL: 'postgres://standby/work',
}
const alerts = await readFile('deploy/watching/alerts.yml', 'utf8')
const dashboard = await readFile('deploy/watching/dashboard.json', 'utf8')

/** In PromQL, one of these characters follows a metric name. */
const metricNamesIn = (text: string) =>
  new Set(
    [...text.matchAll(/\b([a-z]+(?:_[a-z0-9]+)+|live)(?=\\?\{|\[| >|\))/g)].map(
      ([, name = '']) => name,
    ),
  )

suite('alerts and dashboard', () => {
  for (const [name, text, minCount] of [
    ['alerts', alerts, 7],
    ['dashboard', dashboard, 8],
  ] as const) {
    test(`${name} use metrics that the server has`, async () => {
      const { ask } = await startApp({ METRICS_TOKEN: token, ...replicaSettings })
      const headers = { authorization: `Bearer ${token}` }
      await ask('/metrics', { headers })
      const { body } = await ask('/metrics', { headers })
      const metricNames = metricNamesIn(text)
      assert.ok(metricNames.size >= minCount, [...metricNames].join())
      for (const metric of metricNames) assert.match(body, new RegExp(`^${metric}[ {]`, 'm'))
    })
  }

  test('each alert has its row in docs/operations/monitoring.md, and each row its alert', async () => {
    const operations = await readFile('docs/operations/monitoring.md', 'utf8')
    const alertNames = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
    const documentedNames = [...operations.matchAll(/^\| `(Mendwell\w+)` \|/gm)].map(
      ([, name]) => name,
    )
    assert.ok(alertNames.length > 5)
    assert.deepEqual(documentedNames, alertNames)
  })
})
