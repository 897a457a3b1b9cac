import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { refreshQueries } from '#lib/live/refresh.ts'
import { DialogButtons } from '#ui/dialogs/dialog.tsx'
import { Loaded } from '#ui/query-states.tsx'
import { TextSkeleton } from '#ui/skeletons.tsx'
import { CodeList } from './code-list.tsx'
import { makeCodes } from './second-factors.ts'
import styles from './second-factor.module.css'

interface Props {
  userId: string
  areThere: boolean
  onDone: () => void
}

/** Makes codes by being shown, once; they are forgotten with the dialog. */
export function FreshCodes({ userId, areThere, onDone }: Props) {
  const queries = useQueryClient()
  const id = useId()
  const query = useQuery({
    // Apart from the rest: news of the account must not make others.
    queryKey: ['recovery-codes', id],
    queryFn: async () => {
      const codes = await makeCodes(areThere)
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
        failed="The recovery codes could not be made."
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
