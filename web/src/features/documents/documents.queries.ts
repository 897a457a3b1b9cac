import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { dataOrNull } from '#lib/errors.ts'
import { supabase } from '#lib/supabase.ts'

/** The paths of a user's documents in the file store. */
const documentsSchema = z.object({
  resume: z.nullable(z.string()),
  certifications: z.array(z.string()),
})

export type Documents = z.infer<typeof documentsSchema>

export const documentsOf = (userId: string) =>
  queryOptions({
    queryKey: ['documents', 'of', userId],
    queryFn: () => fetchDocuments(userId),
  })

async function fetchDocuments(userId: string): Promise<Documents> {
  const client = await supabase()
  const call = client.from('profiles').select('documents').eq('id', userId).maybeSingle()
  const parsed = documentsSchema.safeParse(dataOrNull(await call)?.documents)
  return parsed.success ? parsed.data : { resume: null, certifications: [] }
}
