import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { dataOf } from '../../../lib/errors/failure.ts'
import { supabase } from '../../../lib/supabase.ts'

/** In seconds. */
const life = 300
/** In milliseconds; before the addresses end. */
const freshFor = (life - 60) * 1000

/** Addresses of private photos, by path. They stand apart from the jobs: news of these change no address. */
export const signedPhotos = (paths: readonly string[]) =>
  queryOptions({
    queryKey: ['documents', 'signed-photos', paths],
    queryFn: () => sign(paths),
    enabled: paths.length > 0,
    placeholderData: keepPreviousData,
    staleTime: freshFor,
    refetchInterval: freshFor,
  })

async function sign(paths: readonly string[]) {
  const client = await supabase()
  const signed = dataOf(await client.storage.from('documents').createSignedUrls([...paths], life))
  // One that is gone by now has no address.
  const found = signed.filter(({ path, signedUrl }) => path && signedUrl)
  return new Map(found.map(({ path, signedUrl }) => [path ?? '', signedUrl]))
}
