// What in a text can be followed. Only addresses that show where they lead: https, and no name before an @.

interface Part {
  text: string
  href?: string
}

const address = /https:\/\/[^\s<>"'`\p{Cf}]+/giu
/** The end of a sentence is not part of the address in it. */
const sentenceEnd = /[.,;:!?)\]}'"]+$/

export function partsOf(text: string): Part[] {
  const parts: Part[] = []
  let done = 0
  for (const { 0: found, index } of text.matchAll(address)) {
    const shown = found.replace(sentenceEnd, '')
    const href = hrefOf(shown)
    if (!href) continue
    if (index > done) parts.push({ text: text.slice(done, index) })
    parts.push({ text: shown, href })
    done = index + shown.length
  }
  if (done < text.length) parts.push({ text: text.slice(done) })
  return parts
}

function hrefOf(text: string) {
  const url = URL.parse(text)
  const isPlain = url?.protocol === 'https:' && url.username === '' && url.password === ''
  return isPlain ? url.href : undefined
}
