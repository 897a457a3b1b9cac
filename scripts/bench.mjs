// `npm run bench`: measures the product; `npm run bench -- read insert size` runs only these parts.
import { installDependencies } from './lib/install.mjs'
import { underNode24 } from './lib/node24.mjs'
import { run } from './lib/stop-line.mjs'

await run(async () => {
  await installDependencies()
  await underNode24()
  const { measureDataPath } = await import('../bench/data-path.ts')
  await measureDataPath(process.argv.slice(2))
})
