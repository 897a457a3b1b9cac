// Compiles the server's TypeScript once and caches the result. With the cache the server starts in half the time and
// does not load the code that strips types.
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
  // Compiling fails if the server may not write into its package. The server then starts without the cache.
  if (!existsSync(current)) await compile(current).catch(() => undefined)
  enableCompileCache(current)
}

/**
 * Compiles in a separate process, which frees its memory when it ends. If compiling fails, the server prints the reason
 * when it starts.
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
