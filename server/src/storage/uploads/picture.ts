// What is marked is made anew, without anything in it that tells where and by whom it was taken, or that is no picture
// at all.
import { unreadablePicture } from '../errors.ts'
import {
  checkRoomFor,
  explained,
  pictureFormatOf,
  pictureLane,
  readingFrom,
} from '../pictures/reading.ts'

const timeout = { seconds: 30 }

interface Making {
  to: string
  type: string
  longestSide: number
  who: string
}

export async function makeAnew(path: string, { to, type, longestSide, who }: Making) {
  const format = pictureFormatOf(type)
  if (!format) throw unreadablePicture(undefined)
  await checkRoomFor(path)
  await pictureLane.take(who, async () => {
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
