// `npm run bench`: measures the product; `npm run bench -- read insert size live` runs only these parts.
import { installDependencies } from './lib/install.mjs'
import { underNode24 } from './lib/node24.mjs'
import { run } from './lib/stop-line.mjs'

await run(async () => {
  await installDependencies()
  await underNode24()
  const { measureDataPath } = await import('../bench/data-path.ts')
  const { measureRealtime } = await import('../bench/realtime.ts')
  const chosen = process.argv.slice(2)
  const others = chosen.filter((part) => part !== 'live')
  if (chosen.length === 0 || chosen.includes('live')) await measureRealtime()
  if (chosen.length === 0 || others.length > 0) await measureDataPath(others)
})
