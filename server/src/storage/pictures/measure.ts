// To what measure a picture is wanted, as the original has it said. Sizes are listed, so that nobody fills the disk or
// keeps the processor busy with ever other ones.
import { z } from 'zod'
import { read } from '../read.ts'

const resizes = ['cover', 'contain', 'fill'] as const
const formats = ['origin', 'avif'] as const

/** As it stands in a link. */
export const measure = z.object({
  width: z.number().optional(),
  height: z.number().optional(),
  resize: z.enum(resizes),
  quality: z.number(),
  format: z.enum(formats).optional(),
})

export type Measure = z.output<typeof measure>

const usualQuality = 80
const qualities = 'Use a number from 20 to 100.'

export function measureIn(given: unknown, sizes: readonly number[]): Measure {
  const error = `Use one of ${sizes.join(', ')}.`
  const size = z.coerce
    .number({ error })
    .refine((number) => sizes.includes(number), { error })
    .optional()
  const asked = z.object({
    width: size,
    height: size,
    resize: z.enum(resizes, { error: oneOf(resizes) }).default('cover'),
    quality: z.coerce
      .number({ error: qualities })
      .min(20, qualities)
      .max(100, qualities)
      .default(usualQuality)
      .transform(toTen),
    format: z.enum(formats, { error: oneOf(formats) }).optional(),
  })
  return read(asked, given)
}

/** For the answer, in the words of the original. */
export function inWords({ width, height, resize, quality, format }: Measure) {
  const sides = { height, width }
  const given = Object.entries(sides).filter(([, pixels]) => pixels !== undefined)
  const fit = given.length > 0 ? [['resizing_type', fits[resize]] as const] : []
  const written = format === 'avif' ? [['format', format] as const] : []
  const words = [...given, ...fit, ['quality', quality] as const, ...written]
  return words.map(([name, value]) => `${name}:${value}`).join(',')
}

const fits = { cover: 'fill', contain: 'fit', fill: 'force' } as const

/** Nobody sees less than that, and each would be another file. */
function toTen(quality: number) {
  return Math.round(quality / 10) * 10
}

function oneOf(words: readonly string[]) {
  return `Use one of ${words.join(', ')}.`
}
