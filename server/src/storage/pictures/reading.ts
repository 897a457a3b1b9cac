// Pictures are read as pictures, by few readers and in a narrow place: what cannot be is refused.
import { availableParallelism } from 'node:os'
import type { default as Sharp, Metadata } from 'sharp'
import { Lane } from '../../http/lane.ts'
import {
  busy,
  noRoom,
  StorageError,
  tooLargeInside,
  tooManyPixels,
  unreadablePicture,
} from '../errors.ts'

const mostPixels = 50_000_000
/** Of what has to be in memory as a whole while it is read: two of them are at the same time. */
const mostHeld = 150_000_000

// Loaded with the first picture: until then nobody needs its memory.
let loaded: Promise<typeof Sharp> | undefined

function load() {
  loaded ??= import('sharp').then(({ default: sharp }) => configured(sharp))
  return loaded
}

/** A picture more or less is no reason to keep others in memory; and no reader but these is ever tried. */
function configured(sharp: typeof Sharp) {
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

export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'gif'

const formats = new Map<string, PictureFormat>([
  ['image/jpeg', 'jpeg'],
  ['image/png', 'png'],
  ['image/webp', 'webp'],
  ['image/gif', 'gif'],
])

/** Each takes a core and some memory, whether it comes in or goes out. */
export const pictureLane = new Lane({
  atOnce: Math.min(2, availableParallelism()),
  mostWaiting: 200,
  patience: 120_000,
})

/** Undefined where it is none that is read here. */
export function pictureFormatOf(type: string) {
  return formats.get(type)
}

/** Of an animation the first picture is the one. */
export async function readingFrom(path: string) {
  const sharp = await load()
  return sharp(path, { limitInputPixels: mostPixels, failOn: 'error', sequentialRead: true })
}

/** Its head alone: how many pixels there would be, and whether it is a picture. */
export async function checkPicture(path: string): Promise<Metadata> {
  try {
    const head = await (await readingFrom(path)).metadata()
    if (head.width * head.height > mostPixels) throw tooManyPixels(mostPixels)
    return head
  } catch (error) {
    throw explained(error)
  }
}

/** Before it is made anew. */
export async function checkRoomFor(path: string) {
  if (bytesHeld(await checkPicture(path)) > mostHeld) throw tooLargeInside()
}

/** Row by row go only PNG that are not interlaced and JPEG that are not progressive. */
function bytesHeld({ width, height, channels, depth, format, isProgressive }: Metadata) {
  if (format === 'webp' || format === 'gif') return width * height * 4
  // Of a progressive JPEG the coefficients are kept, in two bytes each.
  const isWide = depth === 'ushort' || format === 'jpeg'
  return isProgressive ? width * height * channels * (isWide ? 2 : 1) : 0
}

/** What the reader says, as a refusal of this dialect: it has words alone, and no codes. */
export function explained(error: unknown) {
  const message = error instanceof Error ? error.message : ''
  if (message.includes('pixel limit')) return tooManyPixels(mostPixels)
  if (error instanceof StorageError) return error
  if (message.startsWith('timeout:')) return busy(error)
  if (/No space left on device|Disk quota exceeded/u.test(message)) return noRoom(error)
  return unreadablePicture(error)
}
