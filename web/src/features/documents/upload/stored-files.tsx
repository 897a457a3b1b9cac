import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { signedLinks } from '../../../lib/files/signed-links.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { useAct } from '../../../ui/use-act.ts'
import { useDialog } from '../../../ui/use-dialog.ts'
import { DocumentLink } from '../document-link.tsx'
import styles from '../documents.module.css'

export interface StoredFile {
  path: string
  /** "Certification 2" */
  name: string
}

interface Props {
  /** What these are, for those who hear it. */
  label: string
  files: StoredFile[]
  /** "No resume uploaded." */
  nothing: string
  remove: (file: StoredFile) => Promise<unknown>
}

/** What somebody has uploaded: to be viewed, and deleted. */
export function StoredFiles({ label, files, nothing, remove }: Props) {
  const { data: addresses } = useQuery(signedLinks(files.map(({ path }) => path)))
  const deleting = useDialog<StoredFile>()
  const { attempt } = useAct({ run: remove, done: 'Deleted.', keys: [['documents']] })
  const file = deleting.subject
  return (
    <>
      {files.length === 0 ? <p className={styles.nothing}>{nothing}</p> : null}
      <ul className={styles.list} aria-label={label}>
        {files.map((stored) => (
          <li key={stored.path} className={styles.row}>
            <DocumentLink
              address={addresses?.get(stored.path)}
            >{`View ${stored.name}`}</DocumentLink>
            <Button
              variant="default"
              size="compact-sm"
              aria-label={`Delete ${stored.name}`}
              onClick={() => deleting.open(stored)}
            >
              Delete
            </Button>
          </li>
        ))}
      </ul>
      {file ? (
        <ConfirmDialog
          opened={deleting.opened}
          onClose={deleting.close}
          title={`Delete ${file.name}`}
          question="Delete this file? It cannot be brought back."
          confirm="Delete"
          isDangerous
          failed="It was not deleted."
          onConfirm={() => attempt(file)}
        />
      ) : null}
    </>
  )
}
