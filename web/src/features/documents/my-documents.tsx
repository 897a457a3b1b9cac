import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { fileKinds } from '#lib/files/file-kinds.ts'
import { refreshQueries } from '#lib/live/refresh.ts'
import { FilesField } from '#ui/files/files-field.tsx'
import { type Uploads, useUploads } from '#ui/files/use-uploads.ts'
import { Section } from '#ui/page.tsx'
import { Loaded } from '#ui/query-states.tsx'
import { RowSkeletons } from '#ui/skeletons.tsx'
import { toast } from '#ui/toast.ts'
import { removeCertification, removeResume, useDocumentDeletion } from './document-deletion.tsx'
import { OwnDocument, useDocumentLinks } from './document-links.tsx'
import styles from './documents.module.css'
import { documentsOf } from './documents.queries.ts'

/** Shows the consultant's own documents and the upload fields. */
export function MyDocuments({ userId }: { userId: string }) {
  return (
    <Loaded
      query={useQuery(documentsOf(userId))}
      loading="Loading documents..."
      failed="Failed to load documents."
      skeleton={<RowSkeletons count={2} />}
    >
      {({ resume, certifications }) => (
        <>
          <ResumeSection userId={userId} resume={resume} />
          <CertificationsSection userId={userId} certifications={certifications} />
        </>
      )}
    </Loaded>
  )
}

interface ResumeSectionProps {
  userId: string
  /** The path of the resume in the file store. */
  resume: string | null
}

function ResumeSection({ userId, resume }: ResumeSectionProps) {
  const queries = useQueryClient()
  const { urls, failure } = useDocumentLinks(resume ? [resume] : [])
  const { ask, element } = useDocumentDeletion({
    noun: 'Resume',
    remove: () => removeResume(userId),
  })
  const uploads = useImmediateUploads({
    kind: 'resume',
    userId,
    // The stored resume does not count toward the limit, because a new resume replaces it.
    storedCount: 0,
    onStored: () => {
      toast('Resume uploaded.')
      refreshQueries(queries, ['documents'])
    },
  })
  return (
    <Section title="Resume">
      <div className={styles.documents}>
        {resume ? (
          <OwnDocument
            name="Resume"
            url={urls?.get(resume)}
            onDelete={() => ask({ path: resume, name: 'Resume' })}
          />
        ) : (
          <p className={styles.nothing}>No resume uploaded.</p>
        )}
        {failure}
        <FilesField label={resume ? 'Replace resume' : 'Upload resume'} uploads={uploads} />
        {element}
      </div>
    </Section>
  )
}

interface CertificationsSectionProps {
  userId: string
  /** The paths of the certifications in the file store. */
  certifications: string[]
}

const { maxFiles } = fileKinds.certification

function CertificationsSection({ userId, certifications }: CertificationsSectionProps) {
  const queries = useQueryClient()
  const { urls, failure } = useDocumentLinks(certifications)
  const { ask, element } = useDocumentDeletion({
    noun: 'Certification',
    remove: removeCertification,
  })
  const storedCount = certifications.length
  const uploads = useImmediateUploads({
    kind: 'certification',
    userId,
    storedCount,
    onStored: ({ length }) => {
      toast(length === 1 ? 'Certification uploaded.' : 'Certifications uploaded.')
      refreshQueries(queries, ['documents'])
    },
  })
  // The picker lists failed uploads, so it stays visible even if another tab reaches the limit.
  const isPickerShown = storedCount < maxFiles || uploads.rows.length > 0
  return (
    <Section title="Certifications">
      <div className={styles.documents}>
        <p className={styles.hint}>Up to {maxFiles} certifications.</p>
        {certifications.length > 0 ? (
          <ul className={styles.list} aria-label="Certifications">
            {certifications.map((path, index) => (
              <li key={path}>
                <OwnDocument
                  name={`Certification ${index + 1}`}
                  url={urls?.get(path)}
                  onDelete={() => ask({ path, name: `Certification ${index + 1}` })}
                />
              </li>
            ))}
          </ul>
        ) : (
          <p className={styles.nothing}>No certifications uploaded.</p>
        )}
        {failure}
        {element}
        {isPickerShown ? (
          <FilesField label="Upload certifications" uploads={uploads} />
        ) : (
          <p className={styles.hint}>Delete one to upload another.</p>
        )}
      </div>
    </Section>
  )
}

interface ImmediateUploadsOptions {
  kind: 'resume' | 'certification'
  userId: string
  storedCount: number
  onStored: (paths: string[]) => void
}

/** Uploads files as soon as the user chooses them. Failed uploads stay in the list. */
function useImmediateUploads({
  kind,
  userId,
  storedCount,
  onStored,
}: ImmediateUploadsOptions): Uploads {
  const queries = useQueryClient()
  const uploads = useUploads({ kind, userId, storedCount })
  const { add, store, stored, release } = uploads
  const storedPaths = stored().join(' ')
  const handleStored = useEffectEvent((paths: string[]) => {
    release(paths)
    onStored(paths)
  })
  useEffect(() => {
    if (storedPaths) handleStored(storedPaths.split(' '))
  }, [storedPaths])
  const addAndStore = (files: File[]) => {
    const hasAdded = add(files)
    // The row shows the failure. Refetch, because another tab may have changed the documents.
    if (hasAdded) void store().catch(() => refreshQueries(queries, ['documents']))
    return hasAdded
  }
  return { ...uploads, add: addAndStore }
}
