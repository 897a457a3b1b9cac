import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Copy, Download } from 'lucide-react'
import { useId, useState } from 'react'
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

/** Asks before replacing existing codes, because the user may have them on paper. */
export default function NewCodesDialog({ userId, hasCodes, opened, onClose }: NewCodesDialogProps) {
  // Keep the first value, because `hasCodes` changes when this dialog makes the codes.
  const [hadCodes] = useState(hasCodes)
  const [isAgreed, setAgreed] = useState(!hasCodes)
  return (
    <Dialog opened={opened} onClose={onClose} title="Make new recovery codes">
      {isAgreed ? (
        <NewCodes userId={userId} hasCodes={hadCodes} onDone={onClose} />
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

interface NewCodesProps {
  userId: string
  hasCodes: boolean
  onDone: () => void
}

/** Makes recovery codes and shows them. Closing the dialog removes the codes from memory. */
export function NewCodes({ userId, hasCodes, onDone }: NewCodesProps) {
  const queries = useQueryClient()
  const id = useId()
  const query = useQuery({
    // The key does not start with "accounts", because refreshing the queries of the account would make new codes.
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
        {(codes) => <CodeList codes={codes} />}
      </Loaded>
      <DialogButtons>
        <Button onClick={onDone}>Done</Button>
      </DialogButtons>
    </div>
  )
}

function CodeList({ codes }: { codes: string[] }) {
  const text = `${codes.join('\n')}\n`
  const { start, failure } = useAction({
    run: () => navigator.clipboard.writeText(text),
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
        >
          Download
        </Button>
      </div>
      {failure ? <Notice tone="red">{failure}</Notice> : null}
    </>
  )
}
