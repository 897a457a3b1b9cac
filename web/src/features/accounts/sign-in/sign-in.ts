// What a sign-in asks of the server, one function a step.
import { isPassing } from '../../../lib/errors/explain.ts'
import type { Client } from '../../../lib/supabase.ts'
import { supabase } from '../../../lib/supabase.ts'
import { readMe } from '../me.ts'
import type { Role } from '../roles.ts'

export type Step = { done: true; role: Role } | { done: false; needs: 'second-factor' }

/** A sign-in that went through and still leads nowhere. */
export class SignInFailure extends Error {}

export async function signInWithPassword(email: string, password: string): Promise<Step> {
  const client = await supabase()
  const { data, error } = await client.auth.signInWithPassword({ email, password })
  if (error) throw error
  if (!data.user) throw new SignInFailure('No user data returned')
  return nextStep(client, data.user.id)
}

export type LinkType = 'signup' | 'magiclink' | 'email_change' | 'recovery' | 'invite'

/** Uses up a link from a mail. What comes next is asked apart, since it may have to be asked again. */
export async function spendLink(tokenHash: string, type: LinkType) {
  const { auth } = await supabase()
  const { error } = await auth.verifyOtp({ token_hash: tokenHash, type })
  if (error) throw error
}

/** Where somebody who is signed in already belongs; the session knows where nobody can be asked. */
export async function resume(userId: string, toldRole: Role | undefined) {
  try {
    const profile = await readMe(userId)
    return profile?.role
  } catch (error) {
    if (isPassing(error)) return toldRole
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

/** Who has no place to go is not left half signed in. */
export async function roleStep(client: Client, userId: string): Promise<Step> {
  try {
    const profile = await readMe(userId)
    if (!profile) throw new SignInFailure('No profile found')
    if (!profile.role) throw new SignInFailure('Unrecognized user role')
    return { done: true, role: profile.role }
  } catch (error) {
    // A look-up that merely failed can be made again with the session that is there.
    if (error instanceof SignInFailure) await client.auth.signOut({ scope: 'local' })
    throw error
  }
}
