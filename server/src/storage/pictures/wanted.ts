// The picture that a request is answered with: which box it fits into, how, and in what format.
import type { FitEnum } from 'sharp'
import type { Measure } from './measure.ts'
import type { PictureFormat } from './reading.ts'

export type MadeFormat = PictureFormat | 'avif'

export interface Wanted {
  width: number
  height: number
  fit: keyof FitEnum
  quality: number
  format: MadeFormat
}

interface Asked {
  measure: Measure
  /** Of the file. */
  origin: PictureFormat
  /** What the browser says that it takes. */
  accept: string | undefined
  largest: number
}

export function wantedOf({ measure, origin, accept = '', largest }: Asked): Wanted {
  const { width, height, resize, quality, format } = measure
  const isBoxed = width !== undefined && height !== undefined
  return {
    width: width ?? largest,
    height: height ?? largest,
    // Where one side is open, the picture's own proportions say how long it is.
    fit: isBoxed && resize !== 'contain' ? resize : 'inside',
    quality,
    format: formatOf(format, origin, accept),
  }
}

/** Also the name of the file that keeps it. */
export function nameOf({ width, height, fit, quality, format }: Wanted) {
  const inQuality = hasQuality(format) ? `-${quality}` : ''
  return `${width}x${height}-${fit}${inQuality}.${format}`
}

/** What is lossless has none. */
export function hasQuality(format: MadeFormat) {
  return format !== 'png' && format !== 'gif'
}

/** WebP goes before AVIF, which takes many times as long to make. */
function formatOf(format: Measure['format'], origin: PictureFormat, accept: string): MadeFormat {
  if (format === 'origin') return origin
  if (format === 'avif' || (takes(accept, 'avif') && !takes(accept, 'webp'))) return 'avif'
  return takes(accept, 'webp') ? 'webp' : origin
}

function takes(accept: string, format: string) {
  const named = accept.split(',').find((one) => one.trim().startsWith(`image/${format}`))
  return named !== undefined && !/;\s*q=0(?:\.0*)?\s*(?:;|$)/u.test(named)
}
