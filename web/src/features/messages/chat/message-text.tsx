import { partsOf } from '../conversation/links.ts'

/** What somebody wrote, to the letter; only what shows where it leads can be followed. */
export function MessageText({ text }: { text: string }) {
  return partsOf(text).map(({ text: shown, href }, place) =>
    href ? (
      // oxlint-disable-next-line react/no-array-index-key -- The parts of a text never change places.
      <a key={place} href={href} target="_blank" rel="noopener nofollow noreferrer">
        {shown}
      </a>
    ) : (
      shown
    ),
  )
}
