import { exitCodeOf, tool } from './command.mjs'
import { checkCoverage } from './coverage.mjs'
import { root } from './paths.mjs'
import { plainEnglish } from './plain-english.mjs'
import { StopLine } from './stop-line.mjs'

/** @type {[name: string, folder: string, command: string[]][]} */
const checks = [
  ['format', root, ['oxfmt', '--check']],
  ['lint', root, ['oxlint']],
  ['types', root, ['tsc', '-p', '.']],
  ['browser test types', root, ['tsc', '-p', 'tests/e2e']],
  ['web route types', `${root}web`, ['react-router', 'typegen']],
  ['web types', `${root}web`, ['tsc', '-p', '.']],
  ['web worker types', `${root}web`, ['tsc', '-p', 'src/worker']],
  [
    'imports',
    root,
    ['depcruise', 'server', 'web', 'scripts', 'tests', 'supabase', 'bench', 'drills'],
  ],
  ['unused code', root, ['knip']],
]

/** Runs all checks even if one fails, so that one run shows every failure. */
export async function staticChecks() {
  const failed = []
  for (const [name, cwd, [program = '', ...args]] of checks) {
    console.log(`\n- ${name}`)
    const code = await exitCodeOf(process.execPath, [tool(program), ...args], { cwd })
    if (code !== 0) failed.push(name)
  }
  console.log('\n- plain English')
  if (plainEnglish() > 0) failed.push('plain English')
  console.log('\n- coverage of the requirements')
  if ((await checkCoverage()) > 0) failed.push('coverage of the requirements')
  if (failed.length > 0) throw new StopLine(`Failed: ${failed.join(', ')}.`)
}
