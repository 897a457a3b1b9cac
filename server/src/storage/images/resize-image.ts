import type { Sharp } from 'sharp'
import type { BudgetedUser } from '../../http/time-budget.ts'
import { unreadableImage } from '../errors.ts'
import {
  checkMemoryFor,
  imageErrorFrom,
  imageFormatOf,
  imageQueue,
  variantQueue,
  openImage,
} from './decode-image.ts'
import { hasQuality, type ImageVariant, type OutputFormat } from './image-transform.ts'

const variantTimeout = { seconds: 10 }
const uploadTimeout = { seconds: 30 }

interface ResizeOptions {
  to: string
  variant: ImageVariant
  queueKey: string
  /** The user whose time budget pays for the server time of the resize. */
  user: BudgetedUser
  /** Aborts when no client waits for the variant any more. */
  abandoned: AbortSignal
}

export async function resizeImage(
  path: string,
  { to, variant, queueKey, user, abandoned }: ResizeOptions,
) {
  const { width, height, fit, quality, format } = variant
  await checkMemoryFor(path)
  const resize = async () => {
    const stopCounting = user.startUse()
    try {
      const image = await openImage(path)
      const resized = image
        .timeout(variantTimeout)
        .autoOrient()
        .resize({ width, height, fit, withoutEnlargement: true })
      await encode(resized, format, quality).toFile(to)
    } catch (error) {
      throw imageErrorFrom(error)
    } finally {
      stopCounting()
    }
  }
  const resizeInTurn = () => imageQueue.run(queueKey, resize, abandoned)
  await variantQueue.run(queueKey, resizeInTurn, abandoned)
}

/** The effort for AVIF is low, because AVIF is slow to encode. */
function encode(image: Sharp, format: OutputFormat, quality: number) {
  if (format === 'avif') return image.avif({ quality, effort: 2 })
  return image.toFormat(format, hasQuality(format) ? { quality } : {})
}

interface NormalizeOptions {
  to: string
  type: string
  maxSide: number
  queueKey: string
}

/** Re-encodes an uploaded image, which removes metadata such as the location and the camera. */
export async function normalizeImage(
  path: string,
  { to, type, maxSide, queueKey }: NormalizeOptions,
) {
  const format = imageFormatOf(type)
  if (!format) throw unreadableImage(undefined)
  await checkMemoryFor(path)
  await imageQueue.run(queueKey, async () => {
    try {
      const image = await openImage(path)
      await image
        .timeout(uploadTimeout)
        .autoOrient()
        .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
        .toFormat(format)
        .toFile(to)
    } catch (error) {
      throw imageErrorFrom(error)
    }
  })
}
