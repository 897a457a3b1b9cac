import { queryOptions } from '@tanstack/react-query'
import { errorFieldsOf } from '#lib/errors.ts'
import { supabase } from '#lib/supabase.ts'

export const secondFactors = (userId: string) =>
  queryOptions({
    queryKey: ['accounts', 'second-factors', userId],
    queryFn: fetchSecondFactors,
  })

async function fetchSecondFactors() {
  const { auth } = await supabase()
  const { data, error } = await auth.mfa.listFactors()
  if (error) throw error
  const factors = [...data.totp, ...data.phone].map((factor) => ({
    id: factor.id,
    name: factor.friendly_name || (factor.factor_type === 'phone' ? 'Phone' : 'Authenticator app'),
    addedAt: factor.created_at,
  }))
  // Without a factor there are no recovery codes, because the server removes the codes together with the last factor.
  return { factors, codes: factors.length > 0 ? await fetchCodesStatus() : undefined }
}

export type SecondFactors = Awaited<ReturnType<typeof fetchSecondFactors>>
export type SecondFactor = SecondFactors['factors'][number]

async function fetchCodesStatus() {
  const { auth } = await supabase()
  const { data, error } = await auth.mfa.recoveryCodes.getStatus()
  if (!error) return { total: data.total, remaining: data.remaining }
  if (errorFieldsOf(error).code === 'mfa_factor_not_found') return undefined
  throw error
}

/** Enrolls an app, which becomes a factor after its first code is verified. */
export async function enrollApp(friendlyName: string) {
  const { auth } = await supabase()
  const { data, error } = await auth.mfa.enroll({ factorType: 'totp', friendlyName })
  if (error) throw error
  const { qr_code: picture, secret } = data.totp
  return { id: data.id, picture, secret }
}

export type EnrolledApp = Awaited<ReturnType<typeof enrollApp>>

export async function verifyApp(factorId: string, code: string) {
  const { auth } = await supabase()
  const { error } = await auth.mfa.challengeAndVerify({ factorId, code })
  if (error) throw error
}

export async function removeFactor(factorId: string) {
  const { auth } = await supabase()
  const { error } = await auth.mfa.unenroll({ factorId })
  if (error) throw error
  // The session's assurance level may be lower without this factor, so the session needs a new token.
  const refreshed = await auth.refreshSession()
  if (refreshed.error) throw refreshed.error
}

/** Makes new recovery codes. Earlier codes stop working. */
export async function makeCodes(hasCodes: boolean) {
  const { auth } = await supabase()
  const { recoveryCodes } = auth.mfa
  const { data, error } = hasCodes
    ? await recoveryCodes.regenerate()
    : await recoveryCodes.generate()
  if (error) throw error
  return data.codes
}

export interface EnrolledPhone {
  factorId: string
  challengeId: string
  number: string
}

/** Sends a code to a phone, which becomes a factor after the code is verified. */
export async function enrollPhone(number: string): Promise<EnrolledPhone> {
  const { auth } = await supabase()
  const enrolled = await auth.mfa.enroll({
    factorType: 'phone',
    phone: number,
    friendlyName: `Phone ${number}`,
  })
  if (enrolled.error) throw enrolled.error
  const factorId = enrolled.data.id
  const challenge = await auth.mfa.challenge({ factorId, channel: 'sms' })
  if (challenge.error) throw challenge.error
  return { factorId, challengeId: challenge.data.id, number }
}

export async function verifyPhone({ factorId, challengeId }: EnrolledPhone, code: string) {
  const { auth } = await supabase()
  const { error } = await auth.mfa.verify({ factorId, challengeId, code })
  if (error) throw error
}
