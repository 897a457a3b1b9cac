import { Modal } from '@mantine/core'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import { usePhone } from '#lib/browser-state.ts'
import { useFocusBack } from '#ui/dialogs/dialog.tsx'
import styles from './palette.module.css'
import { PaletteSearch } from './palette-search.tsx'

interface Props {
  opened: boolean
  onClose: () => void
}

const parts = { root: styles.palette ?? '', content: styles.content ?? '' }
const quick = { transition: 'fade', duration: 120 } as const

/** Finds objects, pages and actions by a few letters. */
export default function Palette({ opened, onClose }: Props) {
  useFocusBack(opened)
  const isPhone = usePhone()
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size={640}
      yOffset={112}
      padding={0}
      returnFocus={false}
      fullScreen={isPhone}
      transitionProps={quick}
      classNames={parts}
    >
      <Modal.Overlay />
      <Modal.Content aria-label="Search or jump to">
        <PaletteSearch onClose={onClose} />
      </Modal.Content>
    </Modal.Root>
  )
}
