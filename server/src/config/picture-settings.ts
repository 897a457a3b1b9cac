import { z } from 'zod'

const form = 'must list 1 to 20 whole numbers from 16 to 4096, each once'

/** To what width or height a picture may be asked for. */
export const pictureSizes = z
  .string()
  .regex(/^\s*\d{2,4}(?:\s*,\s*\d{2,4}){0,19}\s*$/, form)
  .transform((text) => text.split(',').map(Number))
  .refine((sizes) => sizes.every((size) => size >= 16 && size <= 4096), form)
  .refine((sizes) => new Set(sizes).size === sizes.length, form)
  .transform((sizes) => sizes.toSorted((a, b) => a - b))
