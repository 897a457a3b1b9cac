import { dataOf } from '#lib/errors.ts'
import { supabase } from '#lib/supabase.ts'
import { useAct } from '#ui/use-act.ts'

interface Handled {
  id: string
  handled: boolean
}

/** What shows a request, or counts those that wait. */
const changed = [['demo-requests'], ['audit'], ['analytics']]

/** Says of a request that it was dealt with, or that it was not. The same again changes nothing. */
export function useHandling() {
  return useAct({ run: setHandled, keys: changed, failed: 'The request could not be marked.' })
}

async function setHandled({ id, handled }: Handled) {
  const client = await supabase()
  const call = client.from('demo_requests').update({ handled }).eq('id', id)
  dataOf(await call.select('id').single())
}
