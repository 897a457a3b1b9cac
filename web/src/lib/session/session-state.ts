import { parseRole, type Role } from './roles.ts'

/** The part of a Supabase session that the app reads. */
export interface StoredSession {
  access_token: string
  user: {
    id: string
    email?: string | undefined
    app_metadata: { role?: unknown; [more: string]: unknown }
    factors?: { status: string }[] | undefined
  }
}

export type SessionState =
  | { status: 'checking' }
  | { status: 'signing-out' }
  | { status: 'unreachable'; error: unknown }
  /** `wasEnded` is true if the session ended although the user did not sign out. */
  | { status: 'signed-out'; wasEnded: boolean }
  /** The session exists, but the user still has to enter the second factor. */
  | { status: 'needs-second-factor'; userId: string; email: string }
  | {
      status: 'signed-in'
      userId: string
      email: string
      /** The role in the session. The app uses it only if the server cannot be reached to read the profile. */
      sessionRole: Role | undefined
      hasSecondFactor: boolean
    }

export function toSessionState({ access_token: token, user }: StoredSession): SessionState {
  const { id: userId, email = '' } = user
  const hasSecondFactor = user.factors?.some((factor) => factor.status === 'verified') ?? false
  if (hasSecondFactor && assuranceLevelIn(token) === 'aal1') {
    return { status: 'needs-second-factor', userId, email }
  }
  const sessionRole = parseRole(String(user.app_metadata.role))
  return { status: 'signed-in', userId, email, sessionRole, hasSecondFactor }
}

export function isSameState(one: SessionState, other: SessionState) {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Reads the assurance level from a token. The token is not verified here, because the server verifies each token. */
function assuranceLevelIn(token: string): unknown {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const claims: unknown = JSON.parse(atob(payload))
    return typeof claims === 'object' && claims ? Reflect.get(claims, 'aal') : undefined
  } catch {
    return undefined
  }
}

/** Returns whether this device may have a session. Without a session, a page does not load the Supabase client. */
export function mayHaveSession(): boolean {
  return sessionKeys().some((key) => key.endsWith('-auth-token'))
}

/** Removes the session from this device. Does not use the Supabase client, which cannot be loaded offline. */
export function removeStoredSession() {
  for (const key of sessionKeys()) localStorage.removeItem(key)
}

/** Returns the keys under which the Supabase client keeps sessions. */
export function sessionKeys() {
  try {
    return Object.keys(localStorage).filter((key) => /^sb-.+-auth-token/.test(key))
  } catch {
    // The browser's storage is switched off.
    return []
  }
}
