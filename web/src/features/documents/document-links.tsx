import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { FileText, Trash2 } from 'lucide-react'
import { signedUrls } from '#lib/files/signed-urls.ts'
import { FailureNotice, Loaded } from '#ui/query-states.tsx'
import { TextSkeleton } from '#ui/skeletons.tsx'
import styles from './documents.module.css'
import { type Documents, documentsOf } from './documents.queries.ts'

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
  const { urls, isForbidden, failure } = useDocumentLinks(paths)
  return (
    <div className={styles.documents}>
      {resume ? (
        <DocumentLink url={urls?.get(resume)}>View Resume</DocumentLink>
      ) : (
        <p className={styles.nothing}>No resume uploaded.</p>
      )}
      {certifications.map((path, index) => (
        <DocumentLink key={path} url={urls?.get(path)}>
          {`View Certification ${index + 1}`}
        </DocumentLink>
      ))}
      {certifications.length === 0 ? (
        <p className={styles.nothing}>No certifications uploaded.</p>
      ) : null}
      {failure}
      {isForbidden ? <p className={styles.hint}>You can't open these files.</p> : null}
    </div>
  )
}

interface DocumentLinkProps {
  /** The signed URL, or undefined while it loads or if this user may not open the file. */
  url: string | undefined
  children: string
}

export function DocumentLink({ url, children }: DocumentLinkProps) {
  return (
    <span className={styles.document}>
      <FileText size={16} aria-hidden className={styles.icon} />
      {url ? (
        <a href={url} target="_blank" rel="noreferrer">
          {children}
        </a>
      ) : (
        <span className={styles.closed}>{children}</span>
      )}
    </span>
  )
}

interface OwnDocumentProps {
  /** The file's label, such as "Certification 2". */
  name: string
  url: string | undefined
  onDelete: () => void
}

export function OwnDocument({ name, url, onDelete }: OwnDocumentProps) {
  return (
    <div className={styles.row}>
      <DocumentLink url={url}>{`View ${name}`}</DocumentLink>
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

/** Returns the signed URLs of stored files by path. If loading fails, `failure` is the error message to show. */
export function useDocumentLinks(paths: readonly string[]) {
  const { data, error, isSuccess, isFetching, refetch } = useQuery(signedUrls(paths))
  return {
    urls: data,
    /** Whether there are files, but this user may open none of them. */
    isForbidden: isSuccess && paths.length > 0 && data.size === 0,
    failure: error ? (
      <FailureNotice
        title="Couldn't open the files."
        error={error}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    ) : null,
  }
}
