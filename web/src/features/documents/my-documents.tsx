import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { fileKinds } from '#lib/files/file-kinds.ts'
import { refreshQueries } from '#lib/live/refresh.ts'
import { FilesField } from '#ui/files/files-field.tsx'
import { type Uploads, useUploads } from '#ui/files/use-uploads.ts'
import { Notice } from '#ui/notice.tsx'
import { Section } from '#ui/page.tsx'
import { Loaded } from '#ui/query-states.tsx'
import { RowSkeletons } from '#ui/skeletons.tsx'
import { toast } from '#ui/toast.tsx'
import { useAction } from '#ui/use-act.ts'
import { removeCertification, removeResumes, useDeleting } from './document-deletion.tsx'
import { OwnDocument, useDocumentLinks } from './document-links.tsx'
import styles from './documents.module.css'
import { documentsOf } from './documents.queries.ts'

/** One's own resume and certifications. What is chosen is stored, and what is deleted is gone, at once. */
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
  /** Where it lies. */
  resume: string | null
}

function ResumeSection({ userId, resume }: ResumeSectionProps) {
  const queries = useQueryClient()
  const { addresses, failure } = useDocumentLinks(resume ? [resume] : [])
  const replaceFormer = useAction({
    run: (kept: string) => removeResumes(userId, kept),
    keys: [['documents']],
  })
  const { ask, element } = useDeleting({ noun: 'Resume', remove: () => removeResumes(userId) })
  const uploads = useStoredAtOnce({
    kind: 'resume',
    userId,
    // A new one takes the place of the one before.
    kept: 0,
    onStored: ([path = '']) => {
      toast('Resume uploaded.')
      refreshQueries(queries, ['documents'])
      replaceFormer.start(path)
    },
  })
  return (
    <Section title="Resume">
      <div className={styles.documents}>
        {resume ? (
          <OwnDocument
            name="Resume"
            address={addresses?.get(resume)}
            onDelete={() => ask({ path: resume, name: 'Resume' })}
          />
        ) : (
          <p className={styles.nothing}>No resume uploaded.</p>
        )}
        {failure}
        {replaceFormer.failure ? <Notice tone="red">{replaceFormer.failure}</Notice> : null}
        <FilesField label={resume ? 'Replace resume' : 'Upload resume'} uploads={uploads} />
        {element}
      </div>
    </Section>
  )
}

interface CertificationsSectionProps {
  userId: string
  /** Where they lie. */
  certifications: string[]
}

const { maxFiles } = fileKinds.certification

function CertificationsSection({ userId, certifications }: CertificationsSectionProps) {
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
  const isPicking = kept < maxFiles || uploads.rows.length > 0
  return (
    <Section title="Certifications">
      <div className={styles.documents}>
        <p className={styles.hint}>Up to {maxFiles} certifications.</p>
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

interface Wanted {
  kind: 'resume' | 'certification'
  userId: string
  /** How many are stored beside what is chosen. */
  kept: number
  /** These lie on the server now. */
  onStored: (paths: string[]) => void
}

/** The files of a field that stores what is chosen without being asked again. What does not arrive stays, with Retry. */
function useStoredAtOnce({ kind, userId, kept, onStored }: Wanted): Uploads {
  const queries = useQueryClient()
  const uploads = useUploads({ kind, userId, kept })
  const { add, store, stored, release } = uploads
  const arrived = stored().join(' ')
  const welcome = useEffectEvent((paths: string[]) => {
    release(paths)
    onStored(paths)
  })
  useEffect(() => {
    if (arrived) welcome(arrived.split(' '))
  }, [arrived])
  const addAndStore = (files: File[]) => {
    const isAny = add(files)
    // What did not arrive says so in its row; others may have come from elsewhere.
    if (isAny) void store().catch(() => refreshQueries(queries, ['documents']))
    return isAny
  }
  return { ...uploads, add: addAndStore }
}
