import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, rm } from 'node:fs/promises'
import { mustRun } from './command.mjs'
import { installServerAlone } from './install.mjs'
import { root } from './paths.mjs'
import { filesIn } from './stamp.mjs'
import { StopLine } from './stop-line.mjs'

const sources = [
  '{package,package-lock}.json',
  '.npmrc',
  '{server,web}/package.json',
  'server/src/**/*',
  'supabase/{code,functions,migrations,seed,templates}/**/*',
  'scripts/{start,admin,rotate-keys,backup,restore,import,emit-migration}.mjs',
  'scripts/lib/*.mjs',
  'docs/{*,decisions/*,operations/*}.md',
  'deploy/{mendwell*,backup.sh,nginx.conf,watching/*}',
]

/**
 * Creates a package. If a step fails, the function removes the whole folder.
 * @param {string} folder
 */
export async function packageInto(folder) {
  if (existsSync(folder)) throw new StopLine(`Cannot create ${folder}: it already exists.`)
  await mkdir(folder, { recursive: true })
  try {
    await copySources(folder)
    await installServerAlone(folder)
    await compileAt(folder)
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

/** @param {string} folder */
async function copySources(folder) {
  const page = await readFile(`${root}web/build/current`, 'utf8')
  const files = await filesIn(root, [
    ...sources,
    'web/build/current',
    `web/build/${page}/client/**/*`,
  ])
  await Promise.all(files.map((file) => cp(root + file, `${folder}/${file}`)))
}

/**
 * Compiles inside the package, because Node.js finds compiled code only at the path where it was compiled.
 * @param {string} folder
 */
async function compileAt(folder) {
  const script = `import { useCompiledServer } from './scripts/lib/compiled.mjs'; await useCompiledServer()`
  const args = ['--input-type=module', '-e', script]
  await mustRun('Compiling the server failed; see the lines above.', process.execPath, args, {
    cwd: folder,
  })
}
