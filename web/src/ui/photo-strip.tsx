import { UnstyledButton } from '@mantine/core'
import { Suspense, useState } from 'react'
import { responsiveImage } from '#lib/files/image-urls.ts'
import { lazyPart } from './lazy.tsx'
import styles from './photos.module.css'

interface Props {
  /** The subject of the photos, for screen readers. */
  of: string
  addresses: string[]
}

/** This width must match photos.module.css. */
const shownWidth = 176

const PhotoViewer = lazyPart(
  () => import('./photo-viewer.tsx'),
  () => null,
)

/** Shows a row of photos, which a click enlarges. */
export function PhotoStrip({ of, addresses }: Props) {
  const { open, viewer } = usePhotoViewer({ of, addresses })
  if (addresses.length === 0) return null
  return (
    <>
      <ul className={styles.strip}>
        {addresses.map((address, place) => (
          <li key={address}>
            <UnstyledButton
              className={styles.thumbnail}
              aria-label={photoLabel({ of, addresses }, place)}
              onClick={() => open(place)}
            >
              <img
                {...responsiveImage(address, shownWidth)}
                alt=""
                loading="lazy"
                decoding="async"
              />
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {viewer}
    </>
  )
}

export function photoLabel({ of, addresses }: Props, place: number) {
  return `Photo ${place + 1} of ${addresses.length}: ${of}`
}

/** Returns a function that enlarges a photo, and the element that shows it. */
export function usePhotoViewer({ of, addresses }: Props) {
  const [shown, setShown] = useState<number>()
  const [isOpen, setOpen] = useState(false)
  const open = (place: number) => {
    setShown(place)
    setOpen(true)
  }
  const viewer =
    shown === undefined ? null : (
      <Suspense>
        <PhotoViewer
          of={of}
          addresses={addresses}
          place={shown}
          toPlace={setShown}
          opened={isOpen}
          onClose={() => setOpen(false)}
        />
      </Suspense>
    )
  return { open, viewer }
}
