import { queryOptions } from '@tanstack/react-query'
import { dataOf } from '../../../lib/errors/failure.ts'
import { supabase } from '../../../lib/supabase.ts'

const lifetime = 300
/** Renewed before they end. */
const usable = 240_000

/** Photos are private: a link shows one for a few minutes. */
export const photoLinks = (paths: string[]) =>
  queryOptions({
    queryKey: ['jobs', 'photo-links', paths],
    queryFn: () => signLinks(paths),
    staleTime: usable,
    refetchInterval: usable,
    enabled: paths.length > 0,
  })

async function signLinks(paths: string[]) {
  const client = await supabase()
  const signed = dataOf(await client.storage.from('documents').createSignedUrls(paths, lifetime))
  return signed.flatMap(({ path, signedUrl: address }) =>
    path && address ? [{ path, address }] : [],
  )
}
