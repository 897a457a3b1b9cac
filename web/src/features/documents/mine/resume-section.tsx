import { useQueryClient } from '@tanstack/react-query'
import { refreshQueries } from '#lib/live/refresh.ts'
import { FilesField } from '#ui/files/files-field.tsx'
import { Notice } from '#ui/notice.tsx'
import { Section } from '#ui/page.tsx'
import { toast } from '#ui/toast.tsx'
import { useAct } from '#ui/use-act.ts'
import styles from '../documents.module.css'
import { useDocumentLinks } from '../use-document-links.tsx'
import { OwnDocument } from './own-document.tsx'
import { removeResumes } from './remove-documents.ts'
import { useDeleting } from './use-deleting.tsx'
import { useStoredAtOnce } from './use-stored-at-once.ts'

interface Props {
  userId: string
  /** Where it lies. */
  resume: string | null
}

export function ResumeSection({ userId, resume }: Props) {
  const queries = useQueryClient()
  const { addresses, failure } = useDocumentLinks(resume ? [resume] : [])
  const replaceFormer = useAct({
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
