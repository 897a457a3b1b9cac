// Sends the requests of the second sign-in step.
import { type Client, supabase } from '#lib/supabase.ts'
import { lastStep, SignInFailure, type Step } from './sign-in.ts'

/** A text message whose code the user has to enter. */
export interface TextMessageChallenge {
  factorId: string
  challengeId: string
}

/** Codes from apps and text messages have six digits. Any other code is a recovery code. */
export async function verifySecondFactor(
  typed: string,
  challenge: TextMessageChallenge | undefined,
): Promise<Step> {
  const client = await supabase()
  const code = typed.replaceAll(/\s/g, '')
  const { data, error } = /^\d{6}$/.test(code)
    ? await verifyCode(client, code, challenge)
    : await client.auth.mfa.recoveryCodes.verify({ code })
  if (error) throw error
  return lastStep(client, data.user.id)
}

async function verifyCode(
  { auth }: Client,
  code: string,
  challenge: TextMessageChallenge | undefined,
) {
  if (challenge) return auth.mfa.verify({ ...challenge, code })
  const factors = await auth.mfa.listFactors()
  if (factors.error) throw factors.error
  const factorId = factors.data.totp[0]?.id
  if (!factorId) throw new SignInFailure('Select “Text me a code” first.')
  return auth.mfa.challengeAndVerify({ factorId, code })
}

/** Returns the id of the phone that is the second factor. */
export async function findPhoneFactor(): Promise<string | undefined> {
  const { auth } = await supabase()
  const { data } = await auth.getSession()
  const factors = data.session?.user.factors ?? []
  return factors.find((one) => one.factor_type === 'phone' && one.status === 'verified')?.id
}

export async function sendTextMessage(factorId: string): Promise<TextMessageChallenge> {
  const { auth } = await supabase()
  const { data, error } = await auth.mfa.challenge({ factorId, channel: 'sms' })
  if (error) throw error
  return { factorId, challengeId: data.id }
}
