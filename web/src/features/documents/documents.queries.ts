import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { dataOrNull } from '#lib/errors.ts'
import { supabase } from '#lib/supabase.ts'

/** As the server keeps them: paths of stored files. */
const stored = z.object({
  resume: z.nullable(z.string()),
  certifications: z.array(z.string()),
})

export type Documents = z.infer<typeof stored>

export const documentsOf = (personId: string) =>
  queryOptions({
    queryKey: ['documents', 'of', personId],
    queryFn: () => readDocuments(personId),
  })

async function readDocuments(personId: string): Promise<Documents> {
  const client = await supabase()
  const call = client.from('profiles').select('documents').eq('id', personId).maybeSingle()
  const parsed = stored.safeParse(dataOrNull(await call)?.documents)
  return parsed.success ? parsed.data : { resume: null, certifications: [] }
}
