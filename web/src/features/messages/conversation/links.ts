// Finds the URLs that become links. A link must show its real destination, so a URL with a user name before an @ stays
// plain text. Only https URLs become links.

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
 * Removes the punctuation at the end. Also removes a closing bracket whose opening bracket is outside the URL: "(see
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
 * Returns the target of a link, or undefined if the text must not become a link. The text of a link begins with the
 * origin that the link really opens, so look-alike letters and escapes cannot hide the origin.
 */
function hrefOf(text: string) {
  const url = URL.parse(text)
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return undefined
  const isShown = text.toLowerCase().startsWith(url.origin) && !text.includes('\\')
  return isShown ? url.href : undefined
}
