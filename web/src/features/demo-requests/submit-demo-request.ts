import { dataOf } from '#lib/errors.ts'
import { supabase } from '#lib/supabase.ts'

export interface DemoRequest {
  full_name: string
  email: string
  company: string
  message: string
}

/** Resolves with the words of thanks. */
export async function submitDemoRequest(request: DemoRequest) {
  const client = await supabase()
  return dataOf(await client.rpc('submit_demo_request', { ...request }))
}
