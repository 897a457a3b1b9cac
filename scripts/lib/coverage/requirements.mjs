// Parses docs/requirements.md. A line such as "- `id` sentence" is a requirement, and belongs to the heading above it.

/** @typedef {{ id: string, sentence: string }} Requirement */
/** @typedef {{ heading: string, level: number, requirements: Requirement[] }} Section */

/**
 * @param {string} text
 * @returns {{ sections: Section[], problems: string[] }}
 */
export function readRequirements(text) {
  /** @type {Section[]} */
  const sections = []
  const problems = []
  const ids = new Set()
  let prefix = ''
  for (const block of text.split(/\n(?=#|- |\n)/)) {
    const head = /^(##+) (.+)/.exec(block)
    const item = /^- `([^`]+)` ([^]+)/.exec(block)
    if (head) {
      const [, marks = '', heading = ''] = head
      sections.push({ heading, level: marks.length, requirements: [] })
      if (marks.length === 2) prefix = ''
    } else if (item) {
      const [, id = '', sentence = ''] = item
      prefix ||= firstPart(id)
      if (ids.has(id)) problems.push(`docs/requirements.md: ${id} is there twice.`)
      if (firstPart(id) !== prefix)
        problems.push(`docs/requirements.md: ${id} must begin with "${prefix}".`)
      ids.add(id)
      sections.at(-1)?.requirements.push({ id, sentence: sentence.replace(/\s+/g, ' ').trim() })
    } else if (block.startsWith('- ')) problems.push(`docs/requirements.md: ${block} has no id.`)
  }
  return { sections, problems }
}

/** @param {string} id */
const firstPart = (id) => id.slice(0, id.indexOf('.') + 1)
