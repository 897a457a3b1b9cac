// What search engines may do with a file, in the words of their header.
import { invalidRobots } from '../errors.ts'

const longest = 500
const plain =
  /^(?:all|none|noindex|nofollow|noarchive|nocache|nosnippet|notranslate|noimageindex|indexifembedded)$/u
const withValue =
  /^(?:max-(?:snippet|video-preview): *-?\d+|max-image-preview: *(?:none|standard|large)|unavailable_after: *[\w ,:+-]+)$/u
/** Of one robot alone. */
const named = /^[\w.-]+: *(.+)$/u

export function robotsIn(given: string | undefined) {
  if (given === undefined) return undefined
  if (given.length > longest) throw invalidRobots(`it has more than ${longest} characters`)
  // A date has commas of its own, before its numbers.
  for (const rule of given.split(/,(?! *\d)/u).map((one) => one.trim())) {
    if (!isRule(rule) && !isRule(named.exec(rule)?.[1] ?? '')) {
      throw invalidRobots(`Invalid X-Robots-Tag rule: "${rule}"`)
    }
  }
  return given
}

function isRule(rule: string) {
  return plain.test(rule) || withValue.test(rule)
}
