import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { FileText, Trash2 } from 'lucide-react'
import { signedUrls } from '#lib/files/signed-urls.ts'
import { FailureNotice, Loaded } from '#ui/query-states.tsx'
import { TextSkeleton } from '#ui/skeletons.tsx'
import styles from './documents.module.css'
import { type Documents, documentsOf } from './documents.queries.ts'

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

interface DocumentLinkProps {
  /** Where it opens: nothing, while that is not known or not for this person. */
  address: string | undefined
  children: string
}

/** Opens a stored file beside the page. */
export function DocumentLink({ address, children }: DocumentLinkProps) {
  return (
    <span className={styles.document}>
      <FileText size={16} aria-hidden className={styles.icon} />
      {address ? (
        <a href={address} target="_blank" rel="noreferrer">
          {children}
        </a>
      ) : (
        <span className={styles.closed}>{children}</span>
      )}
    </span>
  )
}

interface OwnDocumentProps {
  /** "Certification 2" */
  name: string
  address: string | undefined
  onDelete: () => void
}

/** One of one's own files: it can be looked at and deleted. */
export function OwnDocument({ name, address, onDelete }: OwnDocumentProps) {
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

/** Where stored files open, and why they do not. */
export function useDocumentLinks(paths: readonly string[]) {
  const { data, error, isSuccess, isFetching, refetch } = useQuery(signedUrls(paths))
  return {
    addresses: data,
    /** They are there, and not for this person. */
    isClosed: isSuccess && paths.length > 0 && data.size === 0,
    failure: error ? (
      <FailureNotice
        title="The files cannot be opened."
        error={error}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    ) : null,
  }
}
