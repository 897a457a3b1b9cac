import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { suite, test } from 'node:test'
import { errorCodes } from './support/describe-contract.ts'

/** Returns the code and status of each row in docs/errors.md, in chapters whose title matches. */
async function readDocumented(title: RegExp) {
  const chapters = (await readFile('docs/errors.md', 'utf8')).split(/^## /m)
  const text = chapters.filter((chapter) => title.test(chapter)).join()
  return [...text.matchAll(/^\| `(\w+)` \| (\d+)/gm)].map(([, code, status]) => `${code} ${status}`)
}

async function readAll(pattern: string) {
  const files = await Array.fromAsync(glob(pattern))
  return (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n')
}

suite('docs/errors.md lists all codes and no others', () => {
  test('of the marketplace', async () => {
    const raised = (await errorCodes()).map(({ code, status }) => `${code} ${status}`)
    assert.deepEqual(new Set(await readDocumented(/^Rules/)), new Set(raised))
  })

  test('of the session', async () => {
    const platform = await readAll('server/src/platform/*.sql')
    const raised = [...platform.matchAll(/'code', '(\w+)'[^]*?'status', (\d+)/g)]
    assert.deepEqual(
      await readDocumented(/^The session/),
      raised.map(([, name, status]) => `${name} ${status}`),
    )
  })

  test('of the data dialect', async () => {
    const code = await readAll('server/src/rest/**/*.ts')
    const refusals = code.matchAll(/\b(?:RestError|unavailable)\(\s*(?:\d+,\s*)?'(\w+)'/g)
    const tokens = code.matchAll(/: '(PGRST3\d\d)'/g)
    const documentedCodes = (await readDocumented(/^The data dialect/)).map(
      (row) => row.split(' ')[0],
    )
    assert.deepEqual(
      new Set(documentedCodes),
      new Set([...refusals, ...tokens].map(([, name]) => name)),
    )
  })

  test('of sign-in', async () => {
    const code = await readAll('server/src/auth/**/*.ts')
    const refusals = code.matchAll(/AuthError\(\s*\w+,\s*'(\w+)'|'(unexpected_failure)'/g)
    const documentedCodes = (await readDocumented(/^Sign-in/)).map((row) => row.split(' ')[0])
    assert.deepEqual(
      new Set(documentedCodes),
      new Set([...refusals].map(([, first, second]) => first ?? second)),
    )
  })

  test('of redirects', async () => {
    // The list has no refusals of ID tokens, which apps send without a redirect.
    const code = await readAll('server/src/auth/{saml/*,oauth/!(id-token)}.ts')
    const refusals = [...code.matchAll(/AuthError\(\s*\d+,\s*'(\w+)'/g)]
    assert.ok(refusals.length > 10)
    const text = await readFile('docs/errors.md', 'utf8')
    const [, list = ''] = /The codes are([^]*?)The screens/.exec(text) ?? []
    const missing = refusals.filter(([, name]) => !list.includes(`\`${name}\``))
    assert.deepEqual(
      missing.map(([, name]) => name),
      [],
    )
  })

  test('of the file dialect', async () => {
    const code = await readAll('server/src/storage/errors.ts')
    const refusals = code.matchAll(/new StorageError\(\s*(\d+),\s*'([^']+)'/g)
    const chapters = (await readFile('docs/errors.md', 'utf8')).split(/^## /m)
    const chapter = chapters.find((text) => text.startsWith('The file dialect')) ?? ''
    const documentedCodes = [...chapter.matchAll(/^\| `([^`]+)` \| (\d+)/gm)]
    assert.deepEqual(
      new Set(documentedCodes.map(([, word, status]) => `${word} ${status}`)),
      new Set([...refusals].map(([, status, word]) => `${word} ${status}`)),
    )
  })

  test('of the live dialect', async () => {
    const code = await readAll('server/src/realtime/**/*.ts')
    const codes = code.matchAll(/(?:new RealtimeError\(\s*|code: )'([A-Z]\w+)'/g)
    const documentedCodes = (await readDocumented(/^The realtime dialect/)).map(
      (row) => row.split(' ')[0],
    )
    assert.deepEqual(new Set(documentedCodes), new Set([...codes].map(([, name]) => name)))
  })

  test('of the server', async () => {
    const code = await readAll('server/src/http/*.ts')
    const codes = new Set(
      [...code.matchAll(/(?:code: |FST_\w+: |error\.code\] \?\? )'([a-z_]+)'/g)].map(
        ([, name]) => name,
      ),
    )
    const documentedCodes = (await readDocumented(/^The server/)).map((row) => row.split(' ')[0])
    assert.deepEqual(new Set(documentedCodes), codes)
  })
})
