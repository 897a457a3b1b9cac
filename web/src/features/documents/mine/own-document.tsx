import { Button } from '@mantine/core'
import { Trash2 } from 'lucide-react'
import { DocumentLink } from '../document-link.tsx'
import styles from '../documents.module.css'

interface Props {
  name: string
  address: string | undefined
  isBusy: boolean
  onDelete: () => void
}

/** One of one's own files: it can be looked at and deleted. */
export function OwnDocument({ name, address, isBusy, onDelete }: Props) {
  return (
    <div className={styles.row}>
      <DocumentLink address={address}>{name}</DocumentLink>
      <Button
        variant="default"
        size="sm"
        leftSection={<Trash2 size={15} aria-hidden />}
        loading={isBusy}
        aria-label={`Delete ${name.replace('View ', '')}`}
        onClick={onDelete}
      >
        Delete
      </Button>
    </div>
  )
}
