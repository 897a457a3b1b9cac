import { supabase } from '#lib/supabase.ts'
import type { Asked } from './second-factor.ts'

/** The telephone that counts as a second factor, as the session of this device knows it. */
export async function phoneFactor(): Promise<string | undefined> {
  const { auth } = await supabase()
  const { data } = await auth.getSession()
  const factors = data.session?.user.factors ?? []
  return factors.find((one) => one.factor_type === 'phone' && one.status === 'verified')?.id
}

export async function askForMessage(factorId: string): Promise<Asked> {
  const { auth } = await supabase()
  const { data, error } = await auth.mfa.challenge({ factorId, channel: 'sms' })
  if (error) throw error
  return { factorId, challengeId: data.id }
}
