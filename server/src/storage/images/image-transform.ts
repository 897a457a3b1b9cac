// A client requests an ImageTransform and gets an ImageVariant. With arbitrary sizes, anybody could fill the disk or
// keep the processor busy.
import type { FitEnum } from 'sharp'
import { z } from 'zod'
import { parseInput } from '../parse-input.ts'
import type { ImageFormat } from './decode-image.ts'

const resizeModes = ['cover', 'contain', 'fill'] as const
const requestedFormats = ['origin', 'avif'] as const

/** The shape of a transform in a signed link. */
export const imageTransform = z.object({
  width: z.number().optional(),
  height: z.number().optional(),
  resize: z.enum(resizeModes),
  quality: z.number(),
  format: z.enum(requestedFormats).optional(),
})

export type ImageTransform = z.output<typeof imageTransform>

const defaultQuality = 80
const qualityError = 'Use a number from 20 to 100.'

export function parseTransform(input: unknown, sizes: readonly number[]): ImageTransform {
  const error = `Use one of ${sizes.join(', ')}.`
  const size = z.coerce
    .number({ error })
    .refine((number) => sizes.includes(number), { error })
    .optional()
  const transform = z.object({
    width: size,
    height: size,
    resize: z.enum(resizeModes, { error: useOneOf(resizeModes) }).default('cover'),
    quality: z.coerce
      .number({ error: qualityError })
      .min(20, qualityError)
      .max(100, qualityError)
      .default(defaultQuality)
      .transform(roundToTen),
    format: z.enum(requestedFormats, { error: useOneOf(requestedFormats) }).optional(),
  })
  return parseInput(transform, input)
}

/** Rounds the quality to tens, so that fewer variants are cached. */
function roundToTen(quality: number) {
  return Math.round(quality / 10) * 10
}

function useOneOf(words: readonly string[]) {
  return `Use one of ${words.join(', ')}.`
}

/** Returns the value of the X-Transformations header in the format of Supabase. */
export function transformHeader({ width, height, resize, quality, format }: ImageTransform) {
  const sides = Object.entries({ height, width }).filter(([, pixels]) => pixels !== undefined)
  const resizing = sides.length > 0 ? [['resizing_type', resizingTypes[resize]] as const] : []
  const output = format === 'avif' ? [['format', format] as const] : []
  const pairs = [...sides, ...resizing, ['quality', quality] as const, ...output]
  return pairs.map(([name, value]) => `${name}:${value}`).join(',')
}

const resizingTypes = { cover: 'fill', contain: 'fit', fill: 'force' } as const

export type OutputFormat = ImageFormat | 'avif'

export interface ImageVariant {
  width: number
  height: number
  fit: keyof FitEnum
  quality: number
  format: OutputFormat
}

interface VariantOptions {
  transform: ImageTransform
  /** The format of the original file. */
  origin: ImageFormat
  /** The Accept header of the request. */
  accept: string | undefined
  maxSide: number
}

export function chooseVariant({
  transform,
  origin,
  accept = '',
  maxSide,
}: VariantOptions): ImageVariant {
  const { width, height, resize, quality, format } = transform
  const hasBothSides = width !== undefined && height !== undefined
  return {
    width: width ?? maxSide,
    height: height ?? maxSide,
    // If only one side is given, the proportions of the image determine the other side.
    fit: hasBothSides && resize !== 'contain' ? resize : 'inside',
    quality,
    format: chooseFormat(format, origin, accept),
  }
}

/** Returns the name of a variant, which is also the name of its cached file. */
export function variantName({ width, height, fit, quality, format }: ImageVariant) {
  const qualitySuffix = hasQuality(format) ? `-${quality}` : ''
  return `${width}x${height}-${fit}${qualitySuffix}.${format}`
}

/** Lossless formats have no quality. */
export function hasQuality(format: OutputFormat) {
  return format !== 'png' && format !== 'gif'
}

/** Prefers WebP to AVIF, because encoding AVIF takes much longer. */
function chooseFormat(
  requested: ImageTransform['format'],
  origin: ImageFormat,
  accept: string,
): OutputFormat {
  if (requested === 'origin') return origin
  if (requested === 'avif' || (accepts(accept, 'avif') && !accepts(accept, 'webp'))) return 'avif'
  return accepts(accept, 'webp') ? 'webp' : origin
}

function accepts(accept: string, format: string) {
  const range = accept.split(',').find((part) => part.trim().startsWith(`image/${format}`))
  return range !== undefined && !/;\s*q=0(?:\.0*)?\s*(?:;|$)/u.test(range)
}
