import * as z from 'zod/mini'
import { Failure } from '#lib/errors.ts'
import { fileKinds } from '#lib/files/file-kinds.ts'
import { FilesField } from '#ui/files/files-field.tsx'
import { useUploads } from '#ui/files/use-uploads.ts'
import { Form, FormFailure, SubmitButton } from '#ui/forms/form.tsx'
import { useForm } from '#ui/forms/use-form.ts'
import { Section } from '#ui/page.tsx'
import { useAct } from '#ui/use-act.ts'
import type { Documents } from '../documents-of.ts'
import { removeCertification, removeResumes } from '../mine/remove-documents.ts'
import { StoredFiles } from './stored-files.tsx'
import styles from './upload-documents.module.css'

const nothing = z.object({})
const { most } = fileKinds.certification

interface Props {
  userId: string
  stored: Documents
}

/** Files are chosen on the screen, and sent together. */
export function UploadForm({ userId, stored }: Props) {
  const kept = stored.certifications.length
  const resume = useUploads({ kind: 'resume', userId })
  const certifications = useUploads({ kind: 'certification', userId, kept })
  const { attempt } = useAct({
    run: async () => {
      const [[newest]] = await Promise.all([resume.store(), certifications.store()])
      if (newest) await removeResumes(userId, newest)
      resume.clear()
      certifications.clear()
    },
    done: 'Documents uploaded!',
    keys: [['documents']],
  })
  const form = useForm({
    schema: nothing,
    onSubmit: () => {
      const isAny = resume.rows.length + certifications.rows.length > 0
      return isAny ? attempt() : Promise.reject(nothingChosen)
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
            remove={() => removeResumes(userId)}
          />
          <FilesField
            label={stored.resume ? 'Replace the resume' : 'Upload a resume'}
            uploads={resume}
          />
        </div>
      </Section>
      <Section title="Certifications">
        <div className={styles.part}>
          <StoredFiles
            label="Certification"
            files={stored.certifications.map(named)}
            nothing="No certifications uploaded."
            remove={removeCertification}
          />
          {kept < most || certifications.rows.length > 0 ? (
            <FilesField label="Upload certifications" uploads={certifications} />
          ) : (
            <p className={styles.full}>
              You have {most} of {most}. Delete one to upload another.
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

function named(path: string, place: number) {
  return { path, name: `Certification ${place + 1}` }
}
