import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { suite, test } from 'node:test'
import { z } from 'zod'
import { readConfig, settingNames } from '../src/config/config.ts'

const versions = z.record(z.string(), z.string()).default({})
const packageFile = z.object({
  dependencies: versions,
  devDependencies: versions,
  optionalDependencies: versions,
})
const commands = z.object({ scripts: z.record(z.string(), z.string()) })

const pages = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'docs/*.md',
  'docs/decisions/*.md',
  'docs/operations/*.md',
  'supabase/**/*.md',
]

/** Maps each state to the words that follow its count at the top of docs/asvs.md. */
const textsByState: Record<string, string> = {
  holds: 'hold',
  'n/a': 'do not apply',
  open: 'are open',
}

suite('the repository', () => {
  test('locks its packages without a registry address', async () => {
    const lock = await readFile('package-lock.json', 'utf8')
    assert.doesNotMatch(lock, /"resolved": "http/)
  })

  test('has only exact versions', async () => {
    for (const file of ['package.json', 'server/package.json', 'web/package.json']) {
      const manifest = packageFile.parse(JSON.parse(await readFile(file, 'utf8')))
      for (const [name, version] of Object.values(manifest).flatMap((list) =>
        Object.entries(list),
      )) {
        assert.match(version, /^(npm:@?[\w/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/, name)
      }
    }
  })

  test('lists every setting in docs/operations/settings.md, and no other', async () => {
    const text = await readFile('docs/operations/settings.md', 'utf8')
    const documentedNames = [...text.matchAll(/^\| `([A-Z\d_]+)` \|/gm)].map(([, name]) => name)
    assert.deepEqual(new Set(documentedNames), new Set(settingNames))
  })

  test('gives in docs/operations/settings.md the defaults that a start takes', async () => {
    const text = await readFile('docs/operations/settings.md', 'utf8')
    const rows = [...text.matchAll(/^\| `([A-Z\d_]+)` \| `?([\w./:,-]+)`? \|/gm)]
    // S3_REGION and GITHUB_URL are refused unless the other settings of their group are set.
    const independentRows = rows.filter(
      ([, name]) => !['S3_REGION', 'GITHUB_URL'].includes(name ?? ''),
    )
    const rowsWithDefault = independentRows.filter(
      ([, , value]) => value !== 'none' && value !== 'all',
    )
    assert.ok(rowsWithDefault.length > 15)
    for (const [, name = '', value] of rowsWithDefault) {
      assert.deepEqual(readConfig({ [name]: value }), readConfig({}), name)
    }
  })

  test('lists every limit in docs/operations/settings.md, with its default', async () => {
    const text = await readFile('docs/operations/settings.md', 'utf8')
    const files = await Array.fromAsync(
      glob(['server/src/platform/*.sql', 'supabase/migrations/*']),
    )
    const sql = (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n')
    const limits = [...sql.matchAll(/\('(limit_\w+)', '([\d/]+)'\)/g)]
    assert.ok(limits.length > 25)
    for (const [, name = '', value = ''] of limits) {
      const row = text
        .split('\n')
        .find((line) => line.startsWith('| `') && line.includes(`\`${name}\``))
      assert.ok(row?.includes(value), `${name} is ${value}`)
    }
  })

  // @covers operations.asvs
  test('answers each requirement in docs/asvs.md, by existing files and tests', async () => {
    const text = await readFile('docs/asvs.md', 'utf8')
    const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+) \| .+? \| (holds|n\/a|open): (.+) \|$/gm)]
    // ASVS 5.0.0 has 253 requirements on levels 1 and 2.
    assert.equal(new Set(rows.map(([, number]) => number)).size, 253)
    assert.equal(rows.length, text.match(/^\| \d/gm)?.length)
    for (const state of ['holds', 'n/a', 'open']) {
      const count = rows.filter(([, , rowState]) => rowState === state).length
      assert.match(text, new RegExp(`\\b${count} ${textsByState[state]}`, 'u'), `${count} ${state}`)
    }
    for (const [row, , state, evidence = ''] of rows) {
      const references = [
        ...evidence.matchAll(/`([\w./-]+\.(?:conf|json|md|sql|ts|tsx))`(?: "([^"]+)")?/g),
      ]
      assert.ok(state !== 'holds' || references.length > 0, row)
      for (const [, path = '', name = ''] of references) {
        assert.ok((await readFile(path, 'utf8')).includes(name), `${path} has no "${name}"`)
      }
    }
  })

  test('names only existing files, headings and commands in docs', async () => {
    const { scripts } = commands.parse(JSON.parse(await readFile('package.json', 'utf8')))
    for await (const page of glob(pages)) {
      const text = await readFile(page, 'utf8')
      for (const [, link = ''] of text.matchAll(/\]\((?!https?:)([^)]+)/g)) {
        const target = new URL(link, new URL(page, 'file:///'))
        const targetText = await readFile(target.pathname.slice(1), 'utf8').catch(() => undefined)
        assert.ok(targetText !== undefined, `${page} links to ${link}`)
        const hasHeading = !target.hash || headingsOf(targetText).includes(target.hash.slice(1))
        assert.ok(hasHeading, `${page} links to ${link}`)
      }
      for (const [, name = ''] of text.matchAll(/\bnpm run ([\w-]+)/g)) {
        assert.ok(scripts[name], `${page} says npm run ${name}`)
      }
    }
  })
})

/** Returns the anchors of the headings, as GitHub writes them. */
function headingsOf(text: string) {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading)
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  )
}
