// Opens images that users have uploaded, with decoders for only four formats. Limits the pixels of an image, the memory
// for a decoded image, and the number of images that are decoded at the same time.
import { availableParallelism } from 'node:os'
import type { default as Sharp, Metadata } from 'sharp'
import { SharedFairQueue } from '../../http/fair-queue.ts'
import {
  busy,
  StorageError,
  storageFull,
  tooManyPixels,
  tooMuchMemory,
  unreadableImage,
} from '../errors.ts'

const maxPixels = 50_000_000
/** The limit for images that are decoded as a whole, two of which can be in memory. */
const maxDecodedBytes = 150_000_000

export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'gif'

const formats = new Map<string, ImageFormat>([
  ['image/jpeg', 'jpeg'],
  ['image/png', 'png'],
  ['image/webp', 'webp'],
  ['image/gif', 'gif'],
])

/** Returns undefined for types that the server does not decode. */
export function imageFormatOf(type: string) {
  return formats.get(type)
}

const maxImages = Math.min(2, availableParallelism())
const waitLimits = { maxWaiting: 200, timeoutMs: 120_000 }

/** Limits how many images are decoded or encoded at the same time, because each image takes one core. */
export const imageQueue = new SharedFairQueue({ maxRunning: maxImages, ...waitLimits })

/** Limits variants for downloads, so that strangers cannot delay uploads if there is more than one core. */
export const variantQueue = new SharedFairQueue({
  maxRunning: Math.max(1, maxImages - 1),
  ...waitLimits,
})

/** Opens an image, or the first frame of an animation. */
export async function openImage(path: string) {
  const sharp = await loadSharp()
  return sharp(path, { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true })
}

// Sharp is loaded when the first image is decoded, because it takes memory.
let loadedSharp: Promise<typeof Sharp> | undefined

function loadSharp() {
  loadedSharp ??= import('sharp').then(({ default: sharp }) => configureSharp(sharp))
  return loadedSharp
}

/** Allows only four decoders, because fewer decoders mean fewer bugs for attackers to use. */
function configureSharp(sharp: typeof Sharp) {
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: [
      'VipsForeignLoadJpegFile',
      'VipsForeignLoadPngFile',
      'VipsForeignLoadWebpFile',
      'VipsForeignLoadNsgifFile',
    ],
  })
  return sharp
}

/** Refuses files that are not images, and images with too many pixels. Reads only the header. */
export async function checkImage(path: string): Promise<Metadata> {
  try {
    const header = await (await openImage(path)).metadata()
    if (header.width * header.height > maxPixels) throw tooManyPixels(maxPixels)
    return header
  } catch (error) {
    throw imageErrorFrom(error)
  }
}

export async function checkMemoryFor(path: string) {
  if (decodedBytes(await checkImage(path)) > maxDecodedBytes) throw tooMuchMemory()
}

/**
 * Returns the memory that the whole decoded image takes. PNG and JPEG are decoded row by row, except progressive or
 * interlaced files.
 */
function decodedBytes({ width, height, channels, depth, format, isProgressive }: Metadata) {
  if (format === 'webp' || format === 'gif') return width * height * 4
  // The decoder of a progressive JPEG keeps all coefficients in memory, with two bytes each.
  const isWide = depth === 'ushort' || format === 'jpeg'
  return isProgressive ? width * height * channels * (isWide ? 2 : 1) : 0
}

/** Translates an error of sharp by its message, because errors of sharp have no codes. */
export function imageErrorFrom(error: unknown) {
  const message = error instanceof Error ? error.message : ''
  if (message.includes('pixel limit')) return tooManyPixels(maxPixels)
  if (error instanceof StorageError) return error
  if (message.startsWith('timeout:')) return busy(error)
  if (/No space left on device|Disk quota exceeded/u.test(message)) return storageFull(error)
  return unreadableImage(error)
}
