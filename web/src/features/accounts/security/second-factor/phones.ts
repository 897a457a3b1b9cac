import { supabase } from '#lib/supabase.ts'

export interface BegunPhone {
  factorId: string
  challengeId: string
  number: string
}

/** A telephone that counts once the code of a message to it was seen. */
export async function beginPhone(number: string): Promise<BegunPhone> {
  const { auth } = await supabase()
  const made = await auth.mfa.enroll({
    factorType: 'phone',
    phone: number,
    friendlyName: `Phone ${number}`,
  })
  if (made.error) throw made.error
  const factorId = made.data.id
  const asked = await auth.mfa.challenge({ factorId, channel: 'sms' })
  if (asked.error) throw asked.error
  return { factorId, challengeId: asked.data.id, number }
}

export async function provePhone({ factorId, challengeId }: BegunPhone, code: string) {
  const { auth } = await supabase()
  const { error } = await auth.mfa.verify({ factorId, challengeId, code })
  if (error) throw error
}
