// Finds the https URLs that become links. A URL with a user name before an @ stays text, because it hides its
// destination.

interface TextPart {
  text: string
  href?: string
}

const address = /https:\/\/[^\s<>"'`\p{Cf}]+/giu
/** One of these characters at the end of a URL belongs to the sentence around the URL. */
const sentenceEnd = /[.,;:!?]/
const openings = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
])

export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = []
  let done = 0
  for (const { 0: found, index } of text.matchAll(address)) {
    const shown = withoutTrailingPunctuation(found)
    const href = hrefOf(shown)
    if (!href) continue
    if (index > done) parts.push({ text: text.slice(done, index) })
    parts.push({ text: shown, href })
    done = index + shown.length
  }
  if (done < text.length) parts.push({ text: text.slice(done) })
  return parts
}

/**
 * Removes punctuation at the end, and a closing bracket without its opening bracket, as in "(see
 * https://example.test)".
 */
function withoutTrailingPunctuation(found: string) {
  const spare = new Map(
    [...openings].map(([close, open]) => [close, count(found, close) - count(found, open)]),
  )
  for (let end = found.length; end > 0; end -= 1) {
    const last = found.charAt(end - 1)
    const isSpare = (spare.get(last) ?? 0) > 0
    if (!isSpare && !sentenceEnd.test(last)) return found.slice(0, end)
    spare.set(last, (spare.get(last) ?? 0) - 1)
  }
  return ''
}

function count(text: string, sign: string) {
  return text.split(sign).length - 1
}

/**
 * Returns the link's target, or undefined. The text must begin with the real origin, which look-alike letters and
 * escapes could hide.
 */
function hrefOf(text: string) {
  const url = URL.parse(text)
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return undefined
  const isShown = text.toLowerCase().startsWith(url.origin) && !text.includes('\\')
  return isShown ? url.href : undefined
}
