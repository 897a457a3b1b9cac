// `node scripts/plain-english.mjs [path...]` lists the findings of the check for plain English. With `--count` it
// prints the number of findings and sentences in each top-level folder.
import { checkFiles } from './lib/plain-english.mjs'
import { lineOf } from './lib/plain-english/findings.mjs'

const args = process.argv.slice(2)
const texts = checkFiles(args.filter((arg) => !arg.startsWith('--')))
const findings = texts.flatMap((text) => text.findings)

if (args.includes('--count')) printCounts()
else for (const finding of findings) console.log(lineOf(finding))
if (findings.length > 0) process.exitCode = 1

function printCounts() {
  const topFolders = Map.groupBy(texts, ({ path }) => /^[^/]+(?=\/)/.exec(path)?.[0] ?? '.')
  for (const [topFolder, part] of topFolders) printCount(topFolder, part)
  printCount('total', texts)
  const comments = texts.filter(({ kind }) => kind === 'comment')
  const marked = comments.filter((text) => text.findings.length > 0).length
  console.log(
    `comments with a finding: ${marked} of ${comments.length} (${share(marked, comments.length)})`,
  )
}

/**
 * @param {string} name
 * @param {typeof texts} part
 */
function printCount(name, part) {
  const found = part.reduce((sum, text) => sum + text.findings.length, 0)
  const sentences = part.reduce((sum, text) => sum + text.sentences, 0)
  const figures = `${String(found).padStart(5)} findings in ${String(sentences).padStart(5)} sentences`
  console.log(`${name.padEnd(10)} ${figures} (${share(found, sentences)})`)
}

/**
 * @param {number} part
 * @param {number} whole
 */
function share(part, whole) {
  return `${((100 * part) / Math.max(whole, 1)).toFixed(1)} %`
}
