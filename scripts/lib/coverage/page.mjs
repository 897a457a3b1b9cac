// Builds the text of docs/coverage.md.

/** @typedef {import('./requirements.mjs').Section} Section */
/** @typedef {import('./tags.mjs').Tag} Tag */

/**
 * @param {Section[]} sections
 * @param {Tag[]} tags
 */
export function coveragePage(sections, tags) {
  const all = sections.flatMap(({ requirements }) => requirements)
  const covered = idsOf(tags)
  const tested = idsOf(tags.filter(({ path }) => !kindOf(path)))
  const untested = all.filter(({ id }) => !covered.has(id))
  const parts = [
    introduction(all.length, tested.size, covered.size - tested.size),
    ...sections.flatMap((section) => sectionText(section, tags)),
    '## Without a test',
    untested.length === 0 ? 'Every requirement has a test.' : untested.map(item).join('\n'),
  ]
  return `${parts.join('\n\n')}\n`
}

/** @param {Tag[]} tags */
const idsOf = (tags) => new Set(tags.flatMap(({ ids }) => ids))

/**
 * Returns "drill" or "benchmark" for a file that no test run includes, and undefined for any other file.
 * @param {string} path
 */
function kindOf(path) {
  if (path.startsWith('drills/')) return 'drill'
  return path.startsWith('bench/') ? 'benchmark' : undefined
}

/**
 * @param {number} all
 * @param {number} tested
 * @param {number} byHand
 */
const introduction = (all, tested, byHand) => `# Coverage of the specification

Each row names a requirement of [requirements.md](requirements.md) and a test that fails if the requirement is no longer
met. The rows come from the \`// @covers\` comments above the tests. \`node scripts/coverage.mjs\` writes this page, and
\`npm run check\` fails if it is not up to date.

${tested} of ${all} requirements have a test. ${byHand} more have a drill or a benchmark instead, which no test run includes.
Their rows say so. The others are listed at the end.`

/**
 * @param {Section} section
 * @param {Tag[]} tags
 */
function sectionText({ heading, level, requirements }, tags) {
  const title = `${'#'.repeat(level)} ${heading}`
  const rows = requirements.flatMap((requirement) =>
    tags.filter(({ ids }) => ids.includes(requirement.id)).map((tag) => row(requirement, tag)),
  )
  if (requirements.length === 0) return [title]
  if (rows.length === 0) return []
  return [title, ['| Requirement | File | Test |', '|---|---|---|', ...rows].join('\n')]
}

/**
 * @param {import('./requirements.mjs').Requirement} requirement
 * @param {Tag} tag
 */
function row({ id, sentence }, { path, name }) {
  const kind = kindOf(path)
  const cells = [`\`${id}\` ${sentence}`, `\`${path}\``, kind ? `${name} (${kind})` : name]
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

/** @param {import('./requirements.mjs').Requirement} requirement */
const item = ({ id, sentence }) => `- \`${id}\` ${sentence}`
