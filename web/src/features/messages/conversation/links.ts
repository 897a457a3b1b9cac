// What in a text can be followed. Only addresses that show where they lead: https, and no name before an @.

interface Part {
  text: string
  href?: string
}

const address = /https:\/\/[^\s<>"'`\p{Cf}]+/giu
/** The end of a sentence is not part of the address in it. */
const sentenceEnd = /[.,;:!?]/
const openings = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
])

export function partsOf(text: string): Part[] {
  const parts: Part[] = []
  let done = 0
  for (const { 0: found, index } of text.matchAll(address)) {
    const shown = withoutEnd(found)
    const href = hrefOf(shown)
    if (!href) continue
    if (index > done) parts.push({ text: text.slice(done, index) })
    parts.push({ text: shown, href })
    done = index + shown.length
  }
  if (done < text.length) parts.push({ text: text.slice(done) })
  return parts
}

/** Nor is what closes something that was opened before it: "(see https://example.test)". */
function withoutEnd(found: string) {
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

/** What is shown begins with the very place that it leads to: no other script or escape poses as one. */
function hrefOf(text: string) {
  const url = URL.parse(text)
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return undefined
  const isShown = text.toLowerCase().startsWith(url.origin) && !text.includes('\\')
  return isShown ? url.href : undefined
}
