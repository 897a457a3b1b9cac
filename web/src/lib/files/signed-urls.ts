import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { dataOf } from '../errors.ts'
import { supabase } from '../supabase.ts'

const lifetimeSeconds = 300
/** The URLs are refetched one minute before they expire. */
const refetchAfterMs = (lifetimeSeconds - 60) * 1000

/** The URLs are a separate query, so that a refetch of the paths does not change them. */
export const signedUrls = (paths: readonly string[]) =>
  queryOptions({
    queryKey: ['documents', 'signed', paths],
    queryFn: () => sign(paths),
    enabled: paths.length > 0,
    placeholderData: keepPreviousData,
    staleTime: refetchAfterMs,
    refetchInterval: refetchAfterMs,
  })

async function sign(paths: readonly string[]) {
  const client = await supabase()
  const signed = dataOf(
    await client.storage.from('documents').createSignedUrls([...paths], lifetimeSeconds),
  )
  // The server returns no URL for a file that was deleted or that this user may not read.
  const found = signed.flatMap(({ path, signedUrl }) =>
    path && signedUrl ? [[path, signedUrl] as const] : [],
  )
  return new Map(found)
}
