import { useQuery, useQueryClient } from '@tanstack/react-query'
import { signedLinks } from '../../../lib/files/signed-links.ts'
import { renew } from '../../../lib/live/renew.ts'
import { FilesField } from '../../../ui/files/files-field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Section } from '../../../ui/section.tsx'
import { toast } from '../../../ui/toast.ts'
import { useAct } from '../../../ui/use-act.ts'
import styles from '../documents.module.css'
import { OwnDocument } from './own-document.tsx'
import { removeResumes } from './remove-documents.ts'
import { useStoredAtOnce } from './use-stored-at-once.ts'

interface Props {
  userId: string
  /** Where it lies. */
  resume: string | null
}

export function ResumeSection({ userId, resume }: Props) {
  const queries = useQueryClient()
  const { data: addresses } = useQuery(signedLinks(resume ? [resume] : []))
  const replaceFormer = useAct({
    run: (kept: string) => removeResumes(userId, kept),
    keys: [['documents']],
  })
  const removal = useAct({
    run: () => removeResumes(userId),
    done: 'Resume deleted.',
    keys: [['documents']],
  })
  const uploads = useStoredAtOnce({
    kind: 'resume',
    userId,
    // A new one takes the place of the one before.
    kept: 0,
    onStored: ([path = '']) => {
      toast('Resume uploaded.')
      renew(queries, ['documents'])
      replaceFormer.start(path)
    },
  })
  const failure = removal.failure ?? replaceFormer.failure
  return (
    <Section title="Resume">
      <div className={styles.documents}>
        {resume ? (
          <OwnDocument
            name="View Resume"
            address={addresses?.get(resume)}
            isBusy={removal.isBusy}
            onDelete={() => removal.start()}
          />
        ) : (
          <p className={styles.nothing}>No resume uploaded.</p>
        )}
        {failure ? <Notice tone="red">{failure}</Notice> : null}
        <FilesField label={resume ? 'Replace resume' : 'Upload resume'} uploads={uploads} />
      </div>
    </Section>
  )
}
