// `npm run package -- /srv/mendwell` writes a folder with only the files that a server needs. Use it for container
// images and for machines without build tools.
import { resolve } from 'node:path'
import { installDependencies } from './lib/install.mjs'
import { underNode24 } from './lib/node24.mjs'
import { run, StopLine } from './lib/stop-line.mjs'

await run(async () => {
  const [folder, ...more] = process.argv.slice(2)
  if (!folder || more.length > 0) {
    throw new StopLine('Name one new folder: npm run package -- /srv/mendwell')
  }
  await installDependencies()
  await underNode24()
  const { buildWebPage } = await import('./lib/web-page.mjs')
  const { packageInto } = await import('./lib/package-into.mjs')
  await buildWebPage()
  await packageInto(resolve(folder))
  console.log(`Packaged into ${folder}. Start it there: node scripts/start.mjs`)
})
