import { useQuery } from '@tanstack/react-query'
import { signedLinks } from '../../../lib/files/signed-links.ts'
import { Notice } from '../../../ui/notice.tsx'
import { useAct } from '../../../ui/use-act.ts'
import styles from '../documents.module.css'
import { OwnDocument } from '../mine/own-document.tsx'

interface StoredFile {
  path: string
  /** "View Certification 2" */
  name: string
}

interface Props {
  /** What these are, for those who hear it. */
  label: string
  files: StoredFile[]
  /** "No resume uploaded." */
  nothing: string
  remove: (path: string) => Promise<unknown>
}

/** What was uploaded before. */
export function StoredFiles({ label, files, nothing, remove }: Props) {
  const { data: addresses } = useQuery(signedLinks(files.map(({ path }) => path)))
  const removal = useAct({ run: remove, done: `${label} deleted.`, keys: [['documents']] })
  if (files.length === 0) return <p className={styles.nothing}>{nothing}</p>
  return (
    <>
      <ul className={styles.list} aria-label={`Uploaded: ${label}`}>
        {files.map(({ path, name }) => (
          <li key={path}>
            <OwnDocument
              name={name}
              address={addresses?.get(path)}
              isBusy={removal.isBusy}
              onDelete={() => removal.start(path)}
            />
          </li>
        ))}
      </ul>
      {removal.failure ? <Notice tone="red">{removal.failure}</Notice> : null}
    </>
  )
}
