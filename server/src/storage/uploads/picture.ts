// Pictures are read as pictures: what cannot be is refused, and what is marked is made anew, without anything in
// it that tells where and by whom it was taken, or that is no picture at all.
import type { default as Sharp, FormatEnum, Metadata } from 'sharp'
import { Lane } from '../../http/lane.ts'
import { StorageError, tooLargeInside, tooManyPixels, unreadablePicture } from '../errors.ts'

const mostPixels = 50_000_000
/** Of what has to be in memory as a whole while it is read: two of them are at the same time. */
const mostHeld = 150_000_000
const timeout = { seconds: 30 }

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

const formats = new Map<string, keyof FormatEnum>([
  ['image/jpeg', 'jpeg'],
  ['image/png', 'png'],
  ['image/webp', 'webp'],
  ['image/gif', 'gif'],
])

/** Two at once: each takes a core and some memory. */
const lane = new Lane({ atOnce: 2, mostWaiting: 200, patience: 120_000 })

export function isPicture(type: string) {
  return formats.has(type)
}

/** Of an animation the first picture is the one. */
async function readingFrom(path: string) {
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

/** Row by row go only PNG that are not interlaced and JPEG that are not progressive. */
function bytesHeld({ width, height, channels, depth, format, isProgressive }: Metadata) {
  if (format === 'webp' || format === 'gif') return width * height * 4
  // Of a progressive JPEG the coefficients are kept, in two bytes each.
  const isWide = depth === 'ushort' || format === 'jpeg'
  return isProgressive ? width * height * channels * (isWide ? 2 : 1) : 0
}

interface Making {
  to: string
  type: string
  longestSide: number
  who: string
}

export async function makeAnew(path: string, { to, type, longestSide, who }: Making) {
  const format = formats.get(type)
  if (!format) throw unreadablePicture(undefined)
  if (bytesHeld(await checkPicture(path)) > mostHeld) throw tooLargeInside()
  await lane.take(who, async () => {
    try {
      const picture = await readingFrom(path)
      await picture
        .timeout(timeout)
        .autoOrient()
        .resize({
          width: longestSide,
          height: longestSide,
          fit: 'inside',
          withoutEnlargement: true,
        })
        .toFormat(format)
        .toFile(to)
    } catch (error) {
      throw explained(error)
    }
  })
}

function explained(error: unknown) {
  const message = error instanceof Error ? error.message : ''
  if (message.includes('pixel limit')) return tooManyPixels(mostPixels)
  if (error instanceof StorageError) return error
  return unreadablePicture(error)
}
