import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { dataOf } from '../errors.ts'
import { supabase } from '../supabase.ts'

/** In seconds. */
const life = 300
/** In milliseconds; before the addresses end. */
const freshFor = (life - 60) * 1000

/** Addresses of private files, by path. They stand apart from what names the paths: its news change no address. */
export const signedUrls = (paths: readonly string[]) =>
  queryOptions({
    queryKey: ['documents', 'signed', paths],
    queryFn: () => sign(paths),
    enabled: paths.length > 0,
    placeholderData: keepPreviousData,
    staleTime: freshFor,
    refetchInterval: freshFor,
  })

async function sign(paths: readonly string[]) {
  const client = await supabase()
  const signed = dataOf(await client.storage.from('documents').createSignedUrls([...paths], life))
  // One that is gone by now, or is not for this person, has no address.
  const found = signed.flatMap(({ path, signedUrl }) =>
    path && signedUrl ? [[path, signedUrl] as const] : [],
  )
  return new Map(found)
}
