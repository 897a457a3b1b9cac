import assert from 'node:assert/strict'
import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { temporaryFolder } from '../../tests/support/app.ts'
import { StartupFailure } from '../startup/startup-failure.ts'
import { loadTemplates } from './load-templates.ts'

async function copyWithChange(file: string, change: (text: string) => string) {
  const folder = await temporaryFolder()
  await cp('supabase/templates', folder, { recursive: true })
  const path = join(folder, file)
  await writeFile(path, change(await readFile(path, 'utf8')))
  return folder
}

async function assertRefused(folder: string, expectedMessage: RegExp) {
  await assert.rejects(loadTemplates(folder), (error) => {
    assert.ok(error instanceof StartupFailure)
    assert.match(error.message, expectedMessage)
    return true
  })
}

const faults: [
  description: string,
  file: string,
  change: (text: string) => string,
  expectedMessage: RegExp,
][] = [
  [
    'a placeholder without a value',
    'invite.txt',
    (text) => `${text}\nYour code: {{code}}\n`,
    /invite\.txt names \{\{code\}\}; there are email, link, validFor, productName, site\.$/,
  ],
  [
    'a link in an email without a screen',
    'email-changed.txt',
    (text) => `${text}\n[Sign in]({{link}})\n`,
    /email-changed\.txt names \{\{link\}\}/,
  ],
  [
    'braces without a name',
    'recovery.txt',
    (text) => text.replace('{{email}}', '{{ email }}'),
    /recovery\.txt has braces that hold no name: ".*\{\{ email \}\}/,
  ],
  [
    'no subject',
    'recovery.txt',
    (text) => text.replace('Subject:', 'Title:'),
    /recovery\.txt begins with no line "Subject: …"\.$/,
  ],
  [
    'an unknown head line',
    'recovery.txt',
    (text) => text.replace('Screen:', 'Reply-To: a@b.example\nScreen:'),
    /recovery\.txt has the head line "Reply-To/,
  ],
  [
    'a screen on another site',
    'recovery.txt',
    (text) => text.replace('/reset-password', '//evil.example'),
    /recovery\.txt has the screen "\/\/evil\.example", which is no path\.$/,
  ],
  [
    'a link but no screen for it',
    'recovery.txt',
    (text) => text.replace('Screen: /reset-password\n', ''),
    /recovery\.txt (names \{\{link\}\}|has no line "Screen)/,
  ],
  [
    'no code',
    'confirmation.txt',
    (text) => text.replace('{{code}}', ''),
    /confirmation\.txt does not show the \{\{code\}\}/,
  ],
  [
    'a link in the middle of a sentence',
    'invite.txt',
    (text) => text.replace('Choose a password to', 'Choose [one]({{link}}) to'),
    /invite\.txt has a link that does not stand alone/,
  ],
  [
    'a frame without a body',
    'frame.html',
    (text) => text.replace('{{body}}', ''),
    /frame\.html has no place for the \{\{body\}\}\.$/,
  ],
]

suite('the start refuses templates with', () => {
  for (const [description, file, change, expectedMessage] of faults) {
    test(description, async () =>
      assertRefused(await copyWithChange(file, change), expectedMessage),
    )
  }

  test('a missing file', async () => {
    const folder = await copyWithChange('recovery.txt', (text) => text)
    await rm(join(folder, 'recovery.txt'))
    await assertRefused(folder, /^The mail template .+recovery\.txt cannot be read: ENOENT/)
  })
})
