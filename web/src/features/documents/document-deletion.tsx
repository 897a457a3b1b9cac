import { Suspense } from 'react'
import { removeOtherUploads, removeUpload } from '#lib/files/upload.ts'
import { PlainDialog } from '#ui/dialogs/plain-dialog.tsx'
import { useDialog } from '#ui/dialogs/use-dialog.ts'
import { lazyPart } from '#ui/lazy.tsx'
import { useAction } from '#ui/use-act.ts'

const Confirm = lazyPart(
  async () => ({ default: (await import('#ui/dialogs/confirm-dialog.tsx')).ConfirmDialog }),
  PlainDialog,
)

interface DocumentDeletionOptions {
  /** The kind of file in the toast, such as "Resume". */
  noun: string
  remove: (path: string) => Promise<unknown>
}

interface DocumentToDelete {
  path: string
  /** The file's label, such as "Certification 2". */
  name: string
}

/** Returns `ask`, which opens a confirmation dialog, and `element`, which contains this dialog. */
export function useDocumentDeletion({ noun, remove }: DocumentDeletionOptions) {
  const { subject, opened, open, close } = useDialog<DocumentToDelete>()
  const { attempt } = useAction({ run: remove, done: `${noun} deleted.`, keys: [['documents']] })
  const element = subject ? (
    <Suspense>
      <Confirm
        key={subject.path}
        opened={opened}
        onClose={close}
        title={`Delete ${subject.name}`}
        question="Delete this file?"
        confirm="Delete"
        isDangerous
        onConfirm={() => attempt(subject.path)}
      >
        This can't be undone.
      </Confirm>
    </Suspense>
  ) : null
  return { ask: open, element }
}

export function removeCertification(path: string) {
  return removeUpload('certification', path)
}

/** Removes every stored resume of the user, because another tab may have replaced the resume. */
export function removeResume(userId: string) {
  return removeOtherUploads('resume', userId)
}
