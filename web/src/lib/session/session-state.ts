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
      /** The role in the session, for use while the server cannot be reached. */
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

/** Reads the assurance level from a token, which only the server verifies. */
function assuranceLevelIn(token: string): unknown {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const claims: unknown = JSON.parse(atob(payload))
    return typeof claims === 'object' && claims ? Reflect.get(claims, 'aal') : undefined
  } catch {
    return undefined
  }
}

/** Lets a page without a session skip loading the Supabase client. */
export function mayHaveSession(): boolean {
  return sessionKeys().some((key) => key.endsWith('-auth-token'))
}

/** Removes the session without the Supabase client, which cannot be loaded offline. */
export function removeStoredSession() {
  for (const key of sessionKeys()) localStorage.removeItem(key)
}

/** Returns the keys in `localStorage` under which the Supabase client stores sessions and related values. */
export function sessionKeys() {
  try {
    return Object.keys(localStorage).filter((key) => /^sb-.+-auth-token/.test(key))
  } catch {
    // The browser's storage is switched off.
    return []
  }
}
