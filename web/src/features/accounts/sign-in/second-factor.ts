// The second step of a sign-in: a code of an app or of a text message, or one of the recovery codes.
import { type Client, supabase } from '#lib/supabase.ts'
import { roleStep, SignInFailure, type Step } from './sign-in.ts'

/** A message that was asked for, whose code is waited for. */
export interface Asked {
  factorId: string
  challengeId: string
}

/** A code of an app or a message has six digits; anything else is one of the recovery codes. */
export async function enterSecondFactor(typed: string, asked: Asked | undefined): Promise<Step> {
  const client = await supabase()
  const code = typed.replaceAll(/\s/g, '')
  const { data, error } = /^\d{6}$/.test(code)
    ? await verifyCode(client, code, asked)
    : await client.auth.mfa.recoveryCodes.verify({ code })
  if (error) throw error
  return roleStep(client, data.user.id)
}

async function verifyCode({ auth }: Client, code: string, asked: Asked | undefined) {
  if (asked) return auth.mfa.verify({ ...asked, code })
  const factors = await auth.mfa.listFactors()
  if (factors.error) throw factors.error
  const factorId = factors.data.totp[0]?.id
  if (!factorId) throw new SignInFailure('Ask for a code by text message first.')
  return auth.mfa.challengeAndVerify({ factorId, code })
}
