import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refreshQueries } from '#lib/live/refresh.ts'
import { FilesField } from '#ui/files/files-field.tsx'
import { useUploads } from '#ui/files/use-uploads.ts'
import { Loaded } from '#ui/query-states.tsx'
import { removeResume } from './document-deletion.tsx'
import { DocumentLink, useDocumentLinks } from './document-links.tsx'
import styles from './documents.module.css'
import { documentsOf } from './documents.queries.ts'

/** Shows the current resume in a form, or the chosen file that will replace the current resume. */
export function ResumeField({ choice }: { choice: ResumeChoice }) {
  const { query, uploads, isRemoved, remove } = choice
  return (
    <Loaded query={query} loading="Loading resume..." failed="Failed to load your resume.">
      {({ resume }) => (
        <div className={styles.documents}>
          <FilesField label="Resume" uploads={uploads} />
          {resume && !isRemoved && uploads.rows.length === 0 ? (
            <CurrentResume path={resume} onRemove={remove} />
          ) : null}
          {isRemoved ? (
            <p className={styles.hint}>Your resume will be removed when you save your changes.</p>
          ) : null}
        </div>
      )}
    </Loaded>
  )
}

function CurrentResume({ path, onRemove }: { path: string; onRemove: () => void }) {
  const { urls, failure } = useDocumentLinks([path])
  return (
    <>
      <div className={styles.row}>
        <DocumentLink url={urls?.get(path)}>View Resume</DocumentLink>
        <Button variant="default" size="sm" onClick={onRemove}>
          Remove Resume
        </Button>
      </div>
      {failure}
    </>
  )
}

type ResumeChoice = ReturnType<typeof useResumeChoice>

/** Stores whether the user chose or removed a resume, until the form is saved. */
export function useResumeChoice(userId: string) {
  const queries = useQueryClient()
  const query = useQuery(documentsOf(userId))
  const uploads = useUploads({ kind: 'resume', userId })
  const [isRemoved, setRemoved] = useState(false)
  const refresh = () => refreshQueries(queries, ['documents'])
  const finish = async () => {
    // If the user uploaded a new resume, the upload has already replaced the old one.
    if (isRemoved && uploads.stored().length === 0) await removeResume(userId)
    uploads.clear()
    setRemoved(false)
    refresh()
  }
  const file = { store: () => uploads.store().finally(refresh), finish }
  return { query, uploads, isRemoved, remove: () => setRemoved(true), file }
}
