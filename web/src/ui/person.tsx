import { Avatar } from '@mantine/core'
import '@mantine/core/styles/Avatar.layer.css'
import { pictureUrl, responsiveImage } from '#lib/files/image-urls.ts'
import styles from './person.module.css'

interface PictureProps {
  name: string
  picture?: string | null | undefined
  size?: number
}

/** Shows a user's picture, or the initials. */
export function PersonPicture({ name, picture, size = 32 }: PictureProps) {
  const address = (picture && pictureUrl(picture, window.location.origin)) || undefined
  const { src = null, srcSet } = responsiveImage(address, size)
  return (
    <Avatar
      src={src}
      imageProps={{ srcSet }}
      alt=""
      size={size}
      radius={size}
      className={styles.picture}
    >
      <span aria-hidden>{initialsOf(name)}</span>
    </Avatar>
  )
}

interface PersonProps extends PictureProps {
  /** The company, role or other detail. */
  detail?: string | null | undefined
}

export function Person({ detail, ...picture }: PersonProps) {
  return (
    <span className={styles.person}>
      <PersonPicture {...picture} />
      <span className={styles.words}>
        <bdi className={styles.name}>{picture.name}</bdi>
        {detail ? <bdi className={styles.detail}>{detail}</bdi> : null}
      </span>
    </span>
  )
}

function initialsOf(name: string) {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined]
  return letters.map((word) => firstLetterOf(word ?? '').toUpperCase()).join('')
}

/** Returns the first grapheme, which may consist of several code points. */
function firstLetterOf(word: string) {
  const [letter] = new Intl.Segmenter().segment(word)
  return letter?.segment ?? ''
}
