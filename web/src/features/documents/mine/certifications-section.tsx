import { useQueryClient } from '@tanstack/react-query'
import { fileKinds } from '#lib/files/file-kinds.ts'
import { refreshQueries } from '#lib/live/refresh.ts'
import { FilesField } from '#ui/files/files-field.tsx'
import { Section } from '#ui/page.tsx'
import { toast } from '#ui/toast.tsx'
import styles from '../documents.module.css'
import { useDocumentLinks } from '../use-document-links.tsx'
import { OwnDocument } from './own-document.tsx'
import { removeCertification } from './remove-documents.ts'
import { useDeleting } from './use-deleting.tsx'
import { useStoredAtOnce } from './use-stored-at-once.ts'

interface Props {
  userId: string
  /** Where they lie. */
  certifications: string[]
}

const { most } = fileKinds.certification

export function CertificationsSection({ userId, certifications }: Props) {
  const queries = useQueryClient()
  const { addresses, failure } = useDocumentLinks(certifications)
  const { ask, element } = useDeleting({ noun: 'Certification', remove: removeCertification })
  const kept = certifications.length
  const uploads = useStoredAtOnce({
    kind: 'certification',
    userId,
    kept,
    onStored: ({ length }) => {
      toast(length === 1 ? 'Certification uploaded.' : 'Certifications uploaded.')
      refreshQueries(queries, ['documents'])
    },
  })
  // A row that did not arrive is still to be seen when the last place was taken elsewhere.
  const isPicking = kept < most || uploads.rows.length > 0
  return (
    <Section title="Certifications">
      <div className={styles.documents}>
        <p className={styles.hint}>Up to {most} certifications.</p>
        {certifications.length > 0 ? (
          <ul className={styles.list} aria-label="Certifications">
            {certifications.map((path, place) => (
              <li key={path}>
                <OwnDocument
                  name={`Certification ${place + 1}`}
                  address={addresses?.get(path)}
                  onDelete={() => ask({ path, name: `Certification ${place + 1}` })}
                />
              </li>
            ))}
          </ul>
        ) : (
          <p className={styles.nothing}>No certifications uploaded.</p>
        )}
        {failure}
        {element}
        {isPicking ? (
          <FilesField label="Upload certifications" uploads={uploads} />
        ) : (
          <p className={styles.hint}>Delete one to upload another.</p>
        )}
      </div>
    </Section>
  )
}
