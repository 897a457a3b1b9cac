import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { readPublicConfig } from '../../../../lib/public-config.ts'
import { supabase } from '../../../../lib/supabase.ts'

const told = z.object({ external: z.object({ phone: z.boolean() }) })

/** Whether text messages go out here. */
export const phonesOffered = queryOptions({
  queryKey: ['accounts', 'phones-offered'],
  queryFn: async ({ signal }) => {
    const { url } = await readPublicConfig()
    const response = await fetch(`${url}/auth/v1/settings`, { signal })
    if (!response.ok) throw new Error(`The settings answered ${response.status}.`)
    return told.parse(await response.json()).external.phone
  },
  staleTime: Infinity,
})

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

export async function provePhone({ factorId, challengeId }: BegunPhone, typed: string) {
  const { auth } = await supabase()
  const code = typed.replaceAll(/\s/g, '')
  const { error } = await auth.mfa.verify({ factorId, challengeId, code })
  if (error) throw error
}
