// Sends the requests of a sign-in.
import { isTransient } from '#lib/errors.ts'
import { fetchAccountProfile } from '#lib/session/account.ts'
import type { LandingPage, Role } from '#lib/session/roles.ts'
import type { SignInLinkType } from '#lib/sign-in/url-params.ts'
import { type Client, supabase } from '#lib/supabase.ts'

/** The result of a step: either the sign-in is done, or the user still has to confirm the second factor. */
export type Step = { isDone: true; landingPage: LandingPage } | { isDone: false }

/** The server accepted the sign-in request, but the app cannot finish the sign-in with this account. */
export class SignInFailure extends Error {}

export function signInErrorText(error: unknown): string | undefined {
  return error instanceof SignInFailure ? error.message : undefined
}

export async function signInWithPassword(email: string, password: string): Promise<Step> {
  const client = await supabase()
  const { data, error } = await client.auth.signInWithPassword({ email, password })
  if (error) throw error
  if (!data.user) throw new SignInFailure('No user data returned')
  const step = await nextStep(client, data.user.id)
  return step.isDone && step.landingPage === 'newcomer' ? refuse(client, 'No profile found') : step
}

export type EmailLinkType = SignInLinkType | 'recovery' | 'invite'

/** Redeems a link from an email. The caller finishes the sign-in with `continueSignIn`, which can be retried. */
export async function redeemEmailLink(tokenHash: string, type: EmailLinkType) {
  const { auth } = await supabase()
  const { error } = await auth.verifyOtp({ token_hash: tokenHash, type })
  if (error) throw error
}

/** Returns the next step of a sign-in that already has a session. */
export async function continueSignIn(): Promise<Step> {
  const client = await supabase()
  const { data, error } = await client.auth.getUser()
  if (error) throw error
  return nextStep(client, data.user.id)
}

/** Returns the user's role, or the role in the session if the server cannot be reached. */
export async function fetchRole(userId: string, sessionRole: Role | undefined) {
  try {
    const profile = await fetchAccountProfile(userId)
    return profile?.role
  } catch (error) {
    if (isTransient(error)) return sessionRole
    throw error
  }
}

export async function abandonSignIn() {
  const client = await supabase()
  await client.auth.signOut({ scope: 'local' })
}

async function nextStep(client: Client, userId: string): Promise<Step> {
  const { data } = await client.auth.mfa.getAuthenticatorAssuranceLevel()
  if (data?.nextLevel === 'aal2' && data.currentLevel !== 'aal2') return { isDone: false }
  return lastStep(client, userId)
}

/** Returns the step after the second factor. The caller can retry if reading the profile fails. */
export async function lastStep(client: Client, userId: string): Promise<Step> {
  const profile = await fetchAccountProfile(userId)
  if (!profile) return { isDone: true, landingPage: 'newcomer' }
  if (!profile.role) return refuse(client, 'Unrecognized user role')
  return { isDone: true, landingPage: profile.role }
}

/** Ends the session and throws, because the user cannot use the app with this account. */
async function refuse(client: Client, reason: string): Promise<never> {
  await client.auth.signOut({ scope: 'local' })
  throw new SignInFailure(reason)
}

/** Returns the text in the email field of the form that contains the button. */
export function readEmailField({ form }: HTMLButtonElement) {
  const field = form?.elements.namedItem('email')
  return field instanceof HTMLInputElement ? field.value : ''
}
