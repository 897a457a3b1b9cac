import assert from 'node:assert/strict'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { temporaryFolder } from '../../tests/support/app.ts'
import { StartupFailure } from '../startup/startup-failure.ts'
import { loadSmsTemplates, smsKinds } from './sms-templates.ts'

const site = 'https://market.mendwell.example'
const values = { code: '482913', validFor: '10 minutes' }
const loadTemplates = (productFolder: string) =>
  loadSmsTemplates({ productFolder, site, productName: 'Mendwell' })

async function copyWithChange(change: (text: string) => string) {
  const folder = await temporaryFolder()
  await cp('supabase/templates', join(folder, 'templates'), { recursive: true })
  const file = join(folder, 'templates/sms/sign-in.txt')
  await writeFile(file, change(await readFile(file, 'utf8')))
  return folder
}

suite('the templates of messages', () => {
  for (const kind of smsKinds)
    test(`${kind}: the text begins with the code, ends with the site, and fits into one plain SMS`, async () => {
      const text = (await loadTemplates('supabase'))(kind, values)
      assert.match(
        text,
        /^482913 .*Mendwell.*Do not share it\.\n\n@market\.mendwell\.example #482913$/s,
      )
      assert.match(text, /^[\x20-\x7e\n]{1,160}$/)
      assert.ok(!text.includes('{{'))
    })

  const faults: [description: string, change: (text: string) => string, expectedMessage: RegExp][] =
    [
      [
        'another beginning',
        (text) => `Hello: ${text}`,
        /sign-in\.txt does not begin with \{\{code\}\}/,
      ],
      [
        'an unknown name',
        (text) => `${text} {{email}}`,
        /sign-in\.txt names \{\{email\}\}; there are code/,
      ],
      ['a typo', (text) => `${text} {{}}`, /sign-in\.txt has braces that hold no name/],
    ]
  for (const [description, change, expectedMessage] of faults)
    test(`stop the start if they have ${description}`, async () => {
      const isExpectedFailure = (error: unknown) =>
        error instanceof StartupFailure && expectedMessage.test(error.message)
      await assert.rejects(loadTemplates(await copyWithChange(change)), isExpectedFailure)
    })
})
