import { ActionIcon } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { signedPhotos } from '../photos/signed-photos.ts'
import styles from './kept-photos.module.css'

interface Props {
  paths: string[]
  onRemove: (path: string) => void
}

/** The photos that a job has already; they go when the job is saved. */
export function KeptPhotos({ paths, onRemove }: Props) {
  const { data: addresses } = useQuery(signedPhotos(paths))
  if (paths.length === 0) return null
  return (
    <ul className={styles.photos} aria-label="Photos of the job">
      {paths.map((path, place) => (
        <li key={path} className={styles.item}>
          <img
            src={addresses?.get(path) ?? undefined}
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
