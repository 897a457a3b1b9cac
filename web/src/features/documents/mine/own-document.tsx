import { Button } from '@mantine/core'
import { Trash2 } from 'lucide-react'
import { DocumentLink } from '../document-link.tsx'
import styles from '../documents.module.css'

interface Props {
  /** "Certification 2" */
  name: string
  address: string | undefined
  onDelete: () => void
}

/** One of one's own files: it can be looked at and deleted. */
export function OwnDocument({ name, address, onDelete }: Props) {
  return (
    <div className={styles.row}>
      <DocumentLink address={address}>{`View ${name}`}</DocumentLink>
      <Button
        variant="default"
        size="sm"
        leftSection={<Trash2 size={15} aria-hidden />}
        aria-label={`Delete ${name}`}
        onClick={onDelete}
      >
        Delete
      </Button>
    </div>
  )
}
