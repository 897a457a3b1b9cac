// What a sign-in asks of the server, one function a step.
import { isTransient } from '#lib/errors.ts'
import type { Client } from '#lib/supabase.ts'
import { supabase } from '#lib/supabase.ts'
import { readMe } from '../me.ts'
import type { Role, Standing } from '../roles.ts'

export type Step = { done: true; standing: Standing } | { done: false; needs: 'second-factor' }

/** A sign-in that went through and still leads nowhere. */
export class SignInFailure extends Error {}

export async function signInWithPassword(email: string, password: string): Promise<Step> {
  const client = await supabase()
  const { data, error } = await client.auth.signInWithPassword({ email, password })
  if (error) throw error
  if (!data.user) throw new SignInFailure('No user data returned')
  const step = await nextStep(client, data.user.id)
  return step.done && step.standing === 'newcomer' ? refuse(client, 'No profile found') : step
}

export type LinkType = 'signup' | 'magiclink' | 'email_change' | 'recovery' | 'invite'

/** Uses up a link from a mail. What comes next is asked apart, since it may have to be asked again. */
export async function spendLink(tokenHash: string, type: LinkType) {
  const { auth } = await supabase()
  const { error } = await auth.verifyOtp({ token_hash: tokenHash, type })
  if (error) throw error
}

/**
 * Where somebody who is signed in already belongs; the session knows where nobody can be asked. Newcomers belong nowhere yet:
 * the form that may just be signing them in has its own words for them.
 */
export async function resume(userId: string, toldRole: Role | undefined) {
  try {
    const profile = await readMe(userId)
    return profile?.role
  } catch (error) {
    if (isTransient(error)) return toldRole
    throw error
  }
}

/** The next step of a sign-in that is under way. */
export async function resumeSignIn(): Promise<Step> {
  const client = await supabase()
  const { data, error } = await client.auth.getUser()
  if (error) throw error
  return nextStep(client, data.user.id)
}

/** Back to the beginning, on this device. */
export async function giveUp() {
  const client = await supabase()
  await client.auth.signOut({ scope: 'local' })
}

async function nextStep(client: Client, userId: string): Promise<Step> {
  const { data } = await client.auth.mfa.getAuthenticatorAssuranceLevel()
  if (data?.nextLevel === 'aal2' && data.currentLevel !== 'aal2') {
    return { done: false, needs: 'second-factor' }
  }
  return roleStep(client, userId)
}

/** A look-up that failed can be made again with the session that is there. */
export async function roleStep(client: Client, userId: string): Promise<Step> {
  const profile = await readMe(userId)
  if (!profile) return { done: true, standing: 'newcomer' }
  if (!profile.role) return refuse(client, 'Unrecognized user role')
  return { done: true, standing: profile.role }
}

/** Who has no place to go is not left half signed in. */
async function refuse(client: Client, words: string): Promise<never> {
  await client.auth.signOut({ scope: 'local' })
  throw new SignInFailure(words)
}
