// Checks that neither the repository nor the public web build contains secrets.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { promisify } from 'node:util'

const run = promisify(execFile)

const secretPatterns = {
  'a private key': /-----BEGIN [A-Z ]*PRIVATE KEY-----/u,
  'the private half of a key in JSON': /"d"\s*:\s*"[\w-]{40,}"/u,
  'a token': /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{20,}/u,
  'a key of Amazon': /\bA(?:KIA|SIA)[A-Z\d]{16}\b/u,
  'a key of Google': /\bAIza[\w-]{35}\b/u,
  'a token of GitHub': /\bgh[opsur]_[A-Za-z\d]{36}\b/u,
  'a token of Slack': /\bxox[abeoprs]-[\w-]{10,}/u,
  'a key for payments': /\b[rs]k_live_[A-Za-z\d]{16,}/u,
  'a key of this server by name': /\bSERVICE_ROLE_KEY\s*=\s*['"]?[\w.-]{20,}/u,
}

/** Describes each secret that one of the files seems to contain. */
async function findSecrets(files: string[]) {
  const found: string[] = []
  for (const file of files) {
    const text = await readFile(file, 'latin1')
    for (const [description, pattern] of Object.entries(secretPatterns)) {
      if (pattern.test(text)) found.push(`${file} holds ${description}`)
    }
  }
  return found
}

async function listRepositoryFiles() {
  const { stdout } = await run('git', ['ls-files', '-z'], { maxBuffer: 16 * 1024 * 1024 })
  return stdout.split('\0').filter((file) => file !== '')
}

async function listPageFiles() {
  const build = await readFile('web/build/current', 'utf8')
  const cwd = join('web/build', build, 'client')
  const files = await Array.fromAsync(glob('**/*.{html,js,css,json,webmanifest,svg,txt}', { cwd }))
  return files.map((file) => join(cwd, file))
}

suite('no secret is', () => {
  test('in the repository', async () => {
    const files = await listRepositoryFiles()
    assert.ok(files.length > 1000)
    assert.deepEqual(await findSecrets(files), [])
  })

  // @covers operations.no-secrets
  test('in the page that every browser gets', async () => {
    const files = await listPageFiles()
    assert.ok(files.length > 50)
    assert.deepEqual(await findSecrets(files), [])
    const texts = await Promise.all(files.map((file) => readFile(file, 'latin1')))
    assert.ok(!texts.some((text) => text.includes('Mendwell-demo-1')), "the demo's password")
  })
})
