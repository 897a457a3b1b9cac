import { useQuery } from '@tanstack/react-query'
import { Loaded } from '#ui/query-states.tsx'
import { TextSkeleton } from '#ui/skeletons.tsx'
import { DocumentLink } from './document-link.tsx'
import { type Documents, documentsOf } from './documents-of.ts'
import styles from './documents.module.css'
import { useDocumentLinks } from './use-document-links.tsx'

/** Somebody's resume and certifications, to be read. */
export function DocumentLinks({ personId }: { personId: string }) {
  return (
    <Loaded
      query={useQuery(documentsOf(personId))}
      loading="Loading documents..."
      failed="Failed to load documents."
      skeleton={<TextSkeleton lines={2} />}
    >
      {(documents) => <Links {...documents} />}
    </Loaded>
  )
}

function Links({ resume, certifications }: Documents) {
  const paths = resume ? [resume, ...certifications] : certifications
  const { addresses, isClosed, failure } = useDocumentLinks(paths)
  return (
    <div className={styles.documents}>
      {resume ? (
        <DocumentLink address={addresses?.get(resume)}>View Resume</DocumentLink>
      ) : (
        <p className={styles.nothing}>No resume uploaded.</p>
      )}
      {certifications.map((path, place) => (
        <DocumentLink key={path} address={addresses?.get(path)}>
          {`View Certification ${place + 1}`}
        </DocumentLink>
      ))}
      {certifications.length === 0 ? (
        <p className={styles.nothing}>No certifications uploaded.</p>
      ) : null}
      {failure}
      {isClosed ? <p className={styles.hint}>You cannot open these files.</p> : null}
    </div>
  )
}
