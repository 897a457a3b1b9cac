import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { Failure } from '#lib/errors.ts'
import { fileKinds } from '#lib/files/file-kinds.ts'
import { FilesField } from '#ui/files/files-field.tsx'
import { useUploads } from '#ui/files/use-uploads.ts'
import { Form, FormFailure, SubmitButton } from '#ui/forms/form.tsx'
import { useForm } from '#ui/forms/use-form.ts'
import { Section } from '#ui/page.tsx'
import { Loaded } from '#ui/query-states.tsx'
import { TextSkeleton } from '#ui/skeletons.tsx'
import { useAction } from '#ui/use-act.ts'
import { removeCertification, removeResume, useDocumentDeletion } from './document-deletion.tsx'
import { OwnDocument, useDocumentLinks } from './document-links.tsx'
import styles from './documents.module.css'
import { type Documents, documentsOf } from './documents.queries.ts'

export function UploadDocuments({ userId }: { userId: string }) {
  return (
    <Loaded
      query={useQuery(documentsOf(userId))}
      loading="Loading documents..."
      failed="Failed to load documents."
      skeleton={<TextSkeleton lines={4} />}
    >
      {(stored) => <UploadForm userId={userId} stored={stored} />}
    </Loaded>
  )
}

const noFields = z.object({})
const { maxFiles } = fileKinds.certification

interface Props {
  userId: string
  stored: Documents
}

/** Uploads all chosen files together when the form is submitted. */
function UploadForm({ userId, stored }: Props) {
  const storedCount = stored.certifications.length
  const resume = useUploads({ kind: 'resume', userId })
  const certifications = useUploads({ kind: 'certification', userId, storedCount })
  const { attempt } = useAction({
    run: async () => {
      await Promise.all([resume.store(), certifications.store()])
      resume.clear()
      certifications.clear()
    },
    done: 'Documents uploaded!',
    keys: [['documents']],
  })
  const form = useForm({
    schema: noFields,
    onSubmit: () => {
      const hasFiles = resume.rows.length + certifications.rows.length > 0
      return hasFiles ? attempt() : Promise.reject(nothingChosen)
    },
  })
  return (
    <Form form={form} label="Upload documents">
      <Section title="Resume">
        <div className={styles.part}>
          <StoredFiles
            label="Resume"
            files={stored.resume ? [{ path: stored.resume, name: 'Resume' }] : []}
            nothing="No resume uploaded."
            remove={() => removeResume(userId)}
          />
          <FilesField label={stored.resume ? 'Replace resume' : 'Upload resume'} uploads={resume} />
        </div>
      </Section>
      <Section title="Certifications">
        <div className={styles.part}>
          <StoredFiles
            label="Certification"
            files={stored.certifications.map(toCertification)}
            nothing="No certifications uploaded."
            remove={removeCertification}
          />
          {storedCount < maxFiles || certifications.rows.length > 0 ? (
            <FilesField label="Upload certifications" uploads={certifications} />
          ) : (
            <p className={styles.full}>
              You have uploaded all {maxFiles}. Delete one to upload another.
            </p>
          )}
        </div>
      </Section>
      <FormFailure />
      <div className={styles.buttons}>
        <SubmitButton>Upload Documents</SubmitButton>
      </div>
    </Form>
  )
}

const nothingChosen = new Failure({
  code: 'nothing_chosen',
  status: 400,
  message: 'Choose a file first.',
  hint: '',
})

function toCertification(path: string, index: number) {
  return { path, name: `Certification ${index + 1}` }
}

interface StoredFile {
  path: string
  /** The file's label, such as "Certification 2". */
  name: string
}

interface StoredFilesProps {
  /** The kind of file, such as "Resume". */
  label: string
  files: StoredFile[]
  /** The text to show if there are no files, such as "No resume uploaded." */
  nothing: string
  remove: (path: string) => Promise<unknown>
}

function StoredFiles({ label, files, nothing, remove }: StoredFilesProps) {
  const { urls, failure } = useDocumentLinks(files.map(({ path }) => path))
  const { ask, element } = useDocumentDeletion({ noun: label, remove })
  return (
    <>
      {files.length > 0 ? (
        <ul className={styles.list} aria-label={`Uploaded: ${label}`}>
          {files.map((file) => (
            <li key={file.path}>
              <OwnDocument name={file.name} url={urls?.get(file.path)} onDelete={() => ask(file)} />
            </li>
          ))}
        </ul>
      ) : (
        <p className={styles.nothing}>{nothing}</p>
      )}
      {failure}
      {element}
    </>
  )
}
