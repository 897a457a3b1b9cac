// Builds a session as the auth server sends it, for component tests.

export interface SessionOptions {
  userId: string
  email: string
  /** The role in the session, for use while the server cannot be reached. */
  role?: string
  level?: 'aal1' | 'aal2'
  factors?: object[]
}

export function makeSession({ userId, email, role, level = 'aal1', factors = [] }: SessionOptions) {
  const expiresAt = Math.floor(Date.now() / 1000) + 3600
  const claims = { sub: userId, role: 'authenticated', aal: level, amr: [], exp: expiresAt }
  return {
    access_token: [{ alg: 'HS256', typ: 'JWT' }, claims, 'signature'].map(encodePart).join('.'),
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: expiresAt,
    refresh_token: 'refresh',
    user: {
      id: userId,
      aud: 'authenticated',
      role: 'authenticated',
      email,
      app_metadata: role ? { role } : {},
      user_metadata: {},
      created_at: '2026-01-05T09:00:00Z',
      factors,
    },
  }
}

function encodePart(part: object | string) {
  const text = typeof part === 'string' ? part : JSON.stringify(part)
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
