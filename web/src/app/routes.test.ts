import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'vitest'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import routes from './routes.ts'

const guard = new URL('../../../tests/e2e/guard.e2e.ts', import.meta.url)

/** Returns the paths of a route's pages, with `${id}` for parameters as in guard.e2e.ts. */
function pathsOf({ path = '', children }: RouteConfigEntry): string[] {
  const below = children?.flatMap(pathsOf) ?? ['']
  return below.map((rest) => `${path ? `/${path}` : ''}${rest}`.replaceAll(/:\w+/g, '${id}'))
}

function find(entries: RouteConfigEntry[], file: string): RouteConfigEntry[] {
  return entries.flatMap((entry) =>
    entry.file === file ? [entry] : find(entry.children ?? [], file),
  )
}

test('guard.e2e.ts has every screen for signed-in users', () => {
  const text = readFileSync(guard, 'utf8')
  const paths = find(routes, 'layouts/signed-in.tsx').flatMap(pathsOf)
  assert.ok(paths.includes('/admin/mails'))
  const isGuarded = (path: string) =>
    text.includes(`  '${path}': `) || text.includes(`  [\`${path}\`]: `)
  assert.deepEqual(
    paths.filter((path) => !isGuarded(path)),
    [],
  )
})
