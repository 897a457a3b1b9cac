import * as z from 'zod/mini'

interface Limits {
  most: number
  longest: number
}

/** "HVAC, Roofing" as a list; what is empty between commas is left out. */
export const commaSeparated = ({ most, longest }: Limits) =>
  z.pipe(
    z.pipe(z.string(), z.transform(wordsIn)),
    z.array(z.string()).check(
      z.maxLength(most, `At most ${most}, please.`),
      z.refine(
        (words) => words.every((word) => Array.from(word).length <= longest),
        `Each has at most ${longest} characters.`,
      ),
    ),
  )

function wordsIn(text: string): string[] {
  return text
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean)
}
