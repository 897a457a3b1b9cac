// Checks that the examples in docs/api.md give the results that the page shows.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { suite, test } from 'node:test'
import { promisify } from 'node:util'
import { idOf } from './support/clients.ts'
import { secrets, target } from './support/target.ts'
import { tokenFor } from './support/tokens.ts'

const run = promisify(execFile)

const surroundings = {
  URL: target.url,
  ANON_KEY: secrets.anonKey,
  TOKEN: tokenFor(idOf('facility')),
  ME: idOf('facility'),
  PATH: process.env['PATH'],
}

const before = `
  import { createClient } from '@supabase/supabase-js'
  const { URL: url, ANON_KEY: anonKey, TOKEN: token, ME: me } = process.env
  const supabase = createClient(url, anonKey, { accessToken: async () => token })
`

/** The examples of the page, each with the result that the page shows below the example. */
const page = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8')
const examples = [...page.matchAll(/^```(sh|js)\n(.*?)^```\n\n```(?:json|text)\n(.*?)^```/gms)].map(
  ([, language = '', code = '', shown = '']) => ({ language, code, shown }),
)

async function outputOf({ language, code }: { language: string; code: string }) {
  const [program, args] =
    language === 'sh'
      ? ['bash', ['-ec', code]]
      : [process.execPath, ['--input-type=module', '-e', before + code]]
  const { stdout } = await run(program, args, { env: surroundings })
  return stdout
}

const withoutBlanks = (text: string) => text.replaceAll(/\s+/g, '')

suite('docs/api.md', () => {
  for (const example of examples) {
    test(example.code.trim().split('\n', 1)[0] ?? '', async () => {
      assert.equal(withoutBlanks(await outputOf(example)), withoutBlanks(example.shown))
    })
  }

  test('shows the result of each example', () => {
    const all = page.match(/^```(sh|js)$/gm) ?? []
    assert.equal(examples.length, all.length)
    assert.ok(all.length >= 8)
  })
})
