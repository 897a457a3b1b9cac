import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { suite, test } from 'node:test'
import { describeContract } from './support/describe-contract.ts'

suite('what is generated is what the SQL leads to: else run `npm run contract`', async () => {
  for (const [path, text] of Object.entries(await describeContract())) {
    test(path, async () => {
      const kept = await readFile(path, 'utf8')
      assert.deepEqual(text.split('\n'), kept.split('\n'))
    })
  }
})
