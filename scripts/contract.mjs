// `npm run contract` generates files from the database schema: TypeScript types for the web, error codes, and a
// snapshot of the schema for reviewers.
import { rm, writeFile } from 'node:fs/promises'
import { installDependencies } from './lib/install.mjs'
import { underNode24 } from './lib/node24.mjs'
import { root } from './lib/paths.mjs'
import { run } from './lib/stop-line.mjs'

await run(async () => {
  await installDependencies()
  await underNode24()
  const { describeContract, extraTriggerLists } =
    await import('../server/tests/support/describe-contract.ts')
  const contract = await describeContract()
  for (const [path, text] of Object.entries(contract)) await writeFile(root + path, text)
  for (const path of await extraTriggerLists(contract)) await rm(root + path)
})
