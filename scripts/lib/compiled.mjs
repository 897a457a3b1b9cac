// The server's TypeScript, stripped and compiled once: it starts in half the time, and what strips it takes no
// room in the server.
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { enableCompileCache } from 'node:module'
import { exitCodeOf } from './command.mjs'
import { root } from './paths.mjs'
import { filesIn, stampOf } from './stamp.mjs'

const folder = `${root}node_modules/.cache/compiled`
const sources = ['package-lock.json', 'server/src/**/*.ts', 'supabase/functions/**/*.ts']

export async function useCompiledServer() {
  const current = `${folder}/${process.version}-${await stampOf(sources)}`
  // Nobody may write into a package that a service runs: under another Node than made it, it starts without.
  if (!existsSync(current)) await compile(current).catch(() => undefined)
  enableCompileCache(current)
}

/**
 * In a process of its own, which ends with what it took. Where it fails, the server says why.
 * @param {string} current
 */
async function compile(current) {
  await rm(folder, { recursive: true, force: true })
  const entries = [
    'server/src/main.ts',
    ...(await filesIn(root, ['supabase/functions/*/index.ts'])),
  ]
  const script = entries.map((file) => `import(${JSON.stringify(root + file)})`).join('\n')
  const env = { ...process.env, NODE_COMPILE_CACHE: current }
  await exitCodeOf(process.execPath, ['-e', script], { env, stdio: 'ignore' })
}
