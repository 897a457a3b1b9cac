import { queryOptions } from '@tanstack/react-query'
import { errorFieldsOf } from '#lib/errors.ts'
import { supabase } from '#lib/supabase.ts'

export const secondFactors = (userId: string) =>
  queryOptions({
    queryKey: ['accounts', 'second-factors', userId],
    queryFn: readSecondFactors,
  })

async function readSecondFactors() {
  const { auth } = await supabase()
  const { data, error } = await auth.mfa.listFactors()
  if (error) throw error
  // A telephone is no app, but is listed and removed as one.
  const apps = [...data.totp, ...data.phone].map((factor) => ({
    id: factor.id,
    name: factor.friendly_name || (factor.factor_type === 'phone' ? 'Phone' : 'Authenticator app'),
    addedAt: factor.created_at,
  }))
  // The codes stand in for an app, and go with the last one.
  return { apps, codes: apps.length > 0 ? await readCodes() : undefined }
}

export type SecondFactors = Awaited<ReturnType<typeof readSecondFactors>>
export type App = SecondFactors['apps'][number]

async function readCodes() {
  const { auth } = await supabase()
  const { data, error } = await auth.mfa.recoveryCodes.getStatus()
  if (!error) return { total: data.total, remaining: data.remaining }
  if (errorFieldsOf(error).code === 'mfa_factor_not_found') return undefined
  throw error
}

/** An app that counts once it has shown a code. */
export async function beginApp(friendlyName: string) {
  const { auth } = await supabase()
  const { data, error } = await auth.mfa.enroll({ factorType: 'totp', friendlyName })
  if (error) throw error
  const { qr_code: picture, secret } = data.totp
  return { id: data.id, picture, secret }
}

export type BegunApp = Awaited<ReturnType<typeof beginApp>>

export async function proveApp(factorId: string, code: string) {
  const { auth } = await supabase()
  const { error } = await auth.mfa.challengeAndVerify({ factorId, code })
  if (error) throw error
}

export async function removeApp(factorId: string) {
  const { auth } = await supabase()
  const { error } = await auth.mfa.unenroll({ factorId })
  if (error) throw error
  // What this session has proven may have gone with it: the token has to say so.
  const renewed = await auth.refreshSession()
  if (renewed.error) throw renewed.error
}

/** In plain, for the only time. Those that were there before work no longer. */
export async function makeCodes(areThere: boolean) {
  const { auth } = await supabase()
  const { recoveryCodes } = auth.mfa
  const { data, error } = areThere
    ? await recoveryCodes.regenerate()
    : await recoveryCodes.generate()
  if (error) throw error
  return data.codes
}
