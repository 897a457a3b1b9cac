// Writes docs/coverage.md. That page lists the requirements of docs/requirements.md, each with the tests that cover it.
import { glob, readFile, writeFile } from 'node:fs/promises'
import { coveragePage } from './coverage/page.mjs'
import { readRequirements } from './coverage/requirements.mjs'
import { tagsOf } from './coverage/tags.mjs'
import { root } from './paths.mjs'

const page = 'docs/coverage.md'
const sources = [
  '{tests,supabase/tests,bench,drills}/**/*.ts',
  '{server,web}/**/*.test.{ts,tsx}',
  'scripts/**/*.test.mjs',
]
/** Skip the tests of this module, because they contain example tags. */
const skipped = ['**/node_modules/**', 'scripts/lib/coverage/**']

/** Writes the page if there are no problems. Prints all problems and returns their number. */
export async function writeCoverage() {
  const { problems, text } = await readCoverage()
  for (const problem of problems) console.log(problem)
  if (problems.length === 0) await writeFile(root + page, text)
  return problems.length
}

/** Prints all problems and returns their number. An outdated page is a problem too. */
export async function checkCoverage() {
  const { problems, text } = await readCoverage()
  if (problems.length === 0 && (await readFile(root + page, 'utf8')) !== text)
    problems.push(`${page} is not up to date. Run node scripts/coverage.mjs.`)
  for (const problem of problems) console.log(problem)
  return problems.length
}

async function readCoverage() {
  const list = await readFile(`${root}docs/requirements.md`, 'utf8')
  const { sections, problems } = readRequirements(list)
  const known = new Set(sections.flatMap(({ requirements }) => requirements.map(({ id }) => id)))
  const paths = await Array.fromAsync(glob(sources, { cwd: root, exclude: skipped }))
  const found = await Promise.all(
    paths.toSorted().map(async (path) => tagsOf(path, await readFile(root + path, 'utf8'))),
  )
  const tags = found.flatMap((one) => one.tags)
  for (const { path, line, ids } of tags) {
    for (const id of ids.filter((one) => !known.has(one)))
      problems.push(`${path}:${line}: docs/requirements.md has no ${id}.`)
  }
  return {
    problems: [...problems, ...found.flatMap((one) => one.problems)],
    text: coveragePage(sections, tags),
  }
}
