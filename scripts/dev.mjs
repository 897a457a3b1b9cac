// `npm run dev` starts the server, restarts it after a change of code or SQL, and serves the web
// page with hot reload.
import { spawn } from 'node:child_process'
import { tool } from './lib/command.mjs'
import { installDependencies } from './lib/install.mjs'
import { underNode24 } from './lib/node24.mjs'
import { stopWithParent } from './lib/parent.mjs'
import { root } from './lib/paths.mjs'
import { run } from './lib/stop-line.mjs'

await run(async () => {
  stopWithParent()
  await installDependencies()
  await underNode24()
  const watch = ['server/src', 'supabase'].map((folder) => `--watch-path=${root}${folder}`)
  const server = spawn(process.execPath, [...watch, `${root}scripts/serve.mjs`], options(root))
  const page = spawn(process.execPath, [tool('react-router'), 'dev'], options(`${root}web`))
  const stop = () => [server, page].forEach((child) => child.kill('SIGTERM'))
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  page.once('exit', stop)
})

/**
 * @param {string} cwd
 * @returns {import('node:child_process').SpawnOptions}
 */
function options(cwd) {
  return { cwd, stdio: 'inherit' }
}
