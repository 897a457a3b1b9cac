import { ActionIcon } from '@mantine/core'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { responsiveImage } from '#lib/files/image-urls.ts'
import { Dialog } from './dialogs/dialog.tsx'
import styles from './photos.module.css'

interface Props {
  of: string
  addresses: string[]
  place: number
  toPlace: (place: number) => void
  opened: boolean
  onClose: () => void
}

/** The dialog has approximately this width. */
const shownWidth = 620

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 }

/** The arrow keys show the other photos. */
export default function PhotoViewer({ of, addresses, place, toPlace, opened, onClose }: Props) {
  const count = addresses.length
  const step = (by: number) => toPlace((place + by + count) % count)
  useArrowKeys(opened, step)
  const name = `Photo ${place + 1} of ${count}`
  return (
    <Dialog opened={opened} onClose={onClose} title={name} size="lg">
      <img
        className={styles.large}
        {...responsiveImage(addresses[place], shownWidth)}
        alt={`${name}: ${of}`}
      />
      <div className={styles.steps}>
        <p className={styles.of} dir="auto">
          {of}
        </p>
        {count > 1 ? (
          <>
            <ActionIcon
              variant="default"
              size={44}
              aria-label="Previous photo"
              onClick={() => step(-1)}
            >
              <ChevronLeft size={18} aria-hidden />
            </ActionIcon>
            <ActionIcon variant="default" size={44} aria-label="Next photo" onClick={() => step(1)}>
              <ChevronRight size={18} aria-hidden />
            </ActionIcon>
          </>
        ) : null}
      </div>
    </Dialog>
  )
}

function useArrowKeys(isOn: boolean, step: (by: number) => void) {
  const press = useEffectEvent(({ key }: KeyboardEvent) => {
    const by = steps[key]
    if (by) step(by)
  })
  useEffect(() => {
    if (!isOn) return undefined
    const listener = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [isOn])
}
