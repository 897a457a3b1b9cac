import type { Sharp } from 'sharp'
import { hasQuality, type MadeFormat, type Wanted } from './wanted.ts'
import { checkRoomFor, explained, pictureLane, readingFrom } from './reading.ts'

const timeout = { seconds: 10 }

interface Making {
  to: string
  wanted: Wanted
  /** In which it takes its turn: whoever asks for it had theirs before, and has more than this to wait for. */
  name: string
  /** When nobody waits for it any more. */
  abandoned: AbortSignal
}

export async function makeToMeasure(path: string, { to, wanted, name, abandoned }: Making) {
  const { width, height, fit, quality, format } = wanted
  await checkRoomFor(path)
  const make = async () => {
    try {
      const picture = await readingFrom(path)
      const made = picture
        .timeout(timeout)
        .autoOrient()
        .resize({ width, height, fit, withoutEnlargement: true })
      await inFormat(made, format, quality).toFile(to)
    } catch (error) {
      throw explained(error)
    }
  }
  await pictureLane.take(name, make, abandoned)
}

/** AVIF takes long enough as it is. */
function inFormat(picture: Sharp, format: MadeFormat, quality: number) {
  if (format === 'avif') return picture.avif({ quality, effort: 2 })
  return picture.toFormat(format, hasQuality(format) ? { quality } : {})
}
