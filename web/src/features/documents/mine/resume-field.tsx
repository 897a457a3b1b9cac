import { Button } from '@mantine/core'
import { FilesField } from '#ui/files/files-field.tsx'
import { Loaded } from '#ui/query-states.tsx'
import { DocumentLink } from '../document-link.tsx'
import styles from '../documents.module.css'
import { useDocumentLinks } from '../use-document-links.tsx'
import type { ResumeChoice } from './use-resume-choice.ts'

/** The resume within a form: what is there, and what shall be. */
export function ResumeField({ choice }: { choice: ResumeChoice }) {
  const { query, uploads, isRemoved, remove } = choice
  return (
    <Loaded query={query} loading="Loading resume..." failed="Failed to load your resume.">
      {({ resume }) => (
        <div className={styles.documents}>
          <FilesField label="Resume" uploads={uploads} />
          {resume && !isRemoved && uploads.rows.length === 0 ? (
            <Current path={resume} onRemove={remove} />
          ) : null}
          {isRemoved ? <p className={styles.hint}>It is removed with Save Changes.</p> : null}
        </div>
      )}
    </Loaded>
  )
}

function Current({ path, onRemove }: { path: string; onRemove: () => void }) {
  const { addresses, failure } = useDocumentLinks([path])
  return (
    <>
      <div className={styles.row}>
        <DocumentLink address={addresses?.get(path)}>View Resume</DocumentLink>
        <Button variant="default" size="sm" onClick={onRemove}>
          Remove Resume
        </Button>
      </div>
      {failure}
    </>
  )
}
