import { ActionIcon } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { inSizes } from '#lib/files/in-sizes.ts'
import { signedLinks } from '#lib/files/signed-links.ts'
import styles from './kept-photos.module.css'

interface Props {
  paths: string[]
  onRemove: (path: string) => void
}

/** As kept-photos.module.css has it. */
const shownWidth = 104

/** The photos that a job has already; they go when the job is saved. */
export function KeptPhotos({ paths, onRemove }: Props) {
  const { data: addresses } = useQuery(signedLinks(paths))
  if (paths.length === 0) return null
  return (
    <ul className={styles.photos} aria-label="Photos of the job">
      {paths.map((path, place) => (
        <li key={path} className={styles.item}>
          <img
            {...inSizes(addresses?.get(path), shownWidth)}
            alt={`${place + 1} of ${paths.length}`}
            className={styles.photo}
          />
          <ActionIcon
            variant="default"
            size={24}
            className={styles.remove}
            aria-label={`Remove photo ${place + 1}`}
            onClick={() => onRemove(path)}
          >
            <X size={14} aria-hidden />
          </ActionIcon>
        </li>
      ))}
    </ul>
  )
}
