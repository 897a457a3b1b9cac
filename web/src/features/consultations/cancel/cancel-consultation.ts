import { Failure, readingsOf } from '#lib/errors/failure.ts'
import { supabase } from '#lib/supabase.ts'

export async function cancelConsultation(id: string) {
  const client = await supabase()
  const { error, status } = await client
    .from('consultations')
    .update({ status: 'cancelled' })
    .eq('id', id)
  if (error) throw new Failure({ ...readingsOf(error), status })
}
