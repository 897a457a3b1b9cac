import styles from '../documents.module.css'
import { OwnDocument } from '../mine/own-document.tsx'
import { useDeleting } from '../mine/use-deleting.tsx'
import { useDocumentLinks } from '../use-document-links.tsx'

interface StoredFile {
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
  remove: (path: string) => Promise<unknown>
}

/** What was uploaded before. */
export function StoredFiles({ label, files, nothing, remove }: Props) {
  const { addresses, failure } = useDocumentLinks(files.map(({ path }) => path))
  const { ask, element } = useDeleting({ noun: label, remove })
  return (
    <>
      {files.length > 0 ? (
        <ul className={styles.list} aria-label={`Uploaded: ${label}`}>
          {files.map((file) => (
            <li key={file.path}>
              <OwnDocument
                name={file.name}
                address={addresses?.get(file.path)}
                onDelete={() => ask(file)}
              />
            </li>
          ))}
        </ul>
      ) : (
        <p className={styles.nothing}>{nothing}</p>
      )}
      {failure}
      {element}
    </>
  )
}
