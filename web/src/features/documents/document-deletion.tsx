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

interface Deleting {
  /** "Resume" */
  noun: string
  remove: (path: string) => Promise<unknown>
}

interface Doomed {
  path: string
  /** "Certification 2" */
  name: string
}

/** Asks before a stored file is deleted: `ask(file)`, with `element` drawn beside the files. */
export function useDeleting({ noun, remove }: Deleting) {
  const { subject, opened, open, close } = useDialog<Doomed>()
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
        failed="Something went wrong."
      >
        Nobody can open it any more. This cannot be undone.
      </Confirm>
    </Suspense>
  ) : null
  return { ask: open, element }
}

export function removeCertification(path: string) {
  return removeUpload('certification', path)
}

/** Every resume of this person, also those that a newer one replaced; but for the one that is kept. */
export function removeResumes(userId: string, kept?: string) {
  return removeOtherUploads('resume', userId, kept)
}
