import { type Role, roleIn } from '../roles.ts'

/** What a session says of itself. */
export interface Told {
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
  | { status: 'leaving' }
  | { status: 'unreachable'; error: unknown }
  /** `ended`: somebody or something else ended it, and the person should hear so. */
  | { status: 'out'; ended: boolean }
  /** The password was right; the second factor is still to come. */
  | { status: 'half'; userId: string; email: string }
  /** The role is what the session was told when it began; the profile decides wherever it can be asked. */
  | {
      status: 'in'
      userId: string
      email: string
      toldRole: Role | undefined
      hasSecondFactor: boolean
    }

export function stateOf({ access_token: token, user }: Told): SessionState {
  const { id: userId, email = '' } = user
  const hasSecondFactor = user.factors?.some((factor) => factor.status === 'verified') ?? false
  const isHalf = hasSecondFactor && levelIn(token) === 'aal1'
  if (isHalf) return { status: 'half', userId, email }
  const toldRole = roleIn(String(user.app_metadata.role))
  return { status: 'in', userId, email, toldRole, hasSecondFactor }
}

export function isSame(one: SessionState, other: SessionState) {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** What was proved at sign-in, as the token says it. What the server believes is another matter. */
function levelIn(token: string): unknown {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const claims: unknown = JSON.parse(atob(payload))
    return typeof claims === 'object' && claims ? Reflect.get(claims, 'aal') : undefined
  } catch {
    return undefined
  }
}
