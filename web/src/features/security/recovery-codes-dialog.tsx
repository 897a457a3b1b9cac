import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Copy, Download } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { refreshQueries } from '#lib/live/refresh.ts'
import { Dialog, DialogButtons } from '#ui/dialogs/dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import { Loaded } from '#ui/query-states.tsx'
import { TextSkeleton } from '#ui/skeletons.tsx'
import { useAction } from '#ui/use-act.ts'
import styles from './second-factors.module.css'
import { makeCodes } from './second-factors.ts'

interface NewCodesDialogProps {
  userId: string
  hasCodes: boolean
  opened: boolean
  onClose: () => void
}

/** Makes and shows new recovery codes, but asks first if they replace existing codes. */
export default function NewCodesDialog({ userId, hasCodes, opened, onClose }: NewCodesDialogProps) {
  // Keep the first value, because `hasCodes` changes when this dialog makes the codes.
  const [hadCodes] = useState(hasCodes)
  const [isAgreed, setAgreed] = useState(!hasCodes)
  const { close, guard } = useCodesGuard(onClose)
  return (
    <Dialog opened={opened} onClose={close} title="Make new recovery codes">
      {isAgreed ? (
        <NewCodes userId={userId} hasCodes={hadCodes} guard={guard} />
      ) : (
        <>
          <p>Your current codes will stop working.</p>
          <DialogButtons>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button onClick={() => setAgreed(true)}>Make new codes</Button>
          </DialogButtons>
        </>
      )}
    </Dialog>
  )
}

type CodesGuard = ReturnType<typeof useCodesGuard>['guard']

/**
 * Asks for confirmation before a dialog closes with codes that the user has neither copied nor downloaded. The dialog
 * uses `close` as its `onClose`, and passes `guard` to `NewCodes`.
 */
export function useCodesGuard(onClose: () => void) {
  const [areUnsaved, setUnsaved] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const guard = { isAsking, setUnsaved, onClose, onStay: () => setAsking(false) }
  return { guard, close: () => (areUnsaved ? setAsking(true) : onClose()) }
}

interface NewCodesProps {
  userId: string
  hasCodes: boolean
  guard: CodesGuard
}

/** Makes recovery codes and shows them. */
export function NewCodes({ userId, hasCodes, guard }: NewCodesProps) {
  const queries = useQueryClient()
  const id = useId()
  const query = useQuery({
    // The key does not start with "accounts", because a refresh of the account's queries must not make new codes.
    queryKey: ['recovery-codes', id],
    queryFn: async () => {
      const codes = await makeCodes(hasCodes)
      refreshQueries(queries, ['accounts', 'second-factors', userId])
      return codes
    },
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  return (
    <div className={styles.fresh}>
      <Loaded
        query={query}
        loading="Making recovery codes..."
        failed="Failed to make recovery codes."
        skeleton={<TextSkeleton lines={5} />}
      >
        {(codes) => <CodeList codes={codes} setUnsaved={guard.setUnsaved} />}
      </Loaded>
      <ClosingButtons guard={guard} />
    </div>
  )
}

function ClosingButtons({ guard: { isAsking, onClose, onStay } }: { guard: CodesGuard }) {
  if (!isAsking) {
    return (
      <DialogButtons>
        <Button onClick={onClose}>Done</Button>
      </DialogButtons>
    )
  }
  return (
    <>
      <Notice tone="red">
        You haven't copied or downloaded these codes. If you close now, you can't see them again.
      </Notice>
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          Close anyway
        </Button>
        <Button onClick={onStay}>Keep open</Button>
      </DialogButtons>
    </>
  )
}

interface CodeListProps {
  codes: string[]
  setUnsaved: (areUnsaved: boolean) => void
}

function CodeList({ codes, setUnsaved }: CodeListProps) {
  const text = `${codes.join('\n')}\n`
  useEffect(() => setUnsaved(true), [setUnsaved])
  const { start, failure } = useAction({
    run: async () => {
      await navigator.clipboard.writeText(text)
      setUnsaved(false)
    },
    done: 'Recovery codes copied.',
    failed: "The codes couldn't be copied. Select them and copy them yourself.",
  })
  return (
    <>
      <Notice tone="amber">
        Save these recovery codes somewhere other than your phone. You won't see them again. Each
        works once, in place of a code from your app.
      </Notice>
      <ul aria-label="Recovery codes" className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button
          variant="default"
          size="sm"
          leftSection={<Copy size={15} aria-hidden />}
          onClick={() => start()}
        >
          Copy
        </Button>
        <Button
          component="a"
          variant="default"
          size="sm"
          leftSection={<Download size={15} aria-hidden />}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="mendwell-recovery-codes.txt"
          onClick={() => setUnsaved(false)}
        >
          Download
        </Button>
      </div>
      {failure ? <Notice tone="red">{failure}</Notice> : null}
    </>
  )
}
