import type { Route } from './auth-dependencies.ts'
import { adminRoutes } from './routes/admin/admin-routes.ts'
import { authorize } from './routes/authorize.ts'
import { callback, callbackByForm } from './routes/callback.ts'
import { challenge } from './routes/factors/challenge-factor.ts'
import { enroll } from './routes/factors/enroll-factor.ts'
import { recoveryCodeRoutes } from './routes/factors/recovery-code-routes.ts'
import { unenroll } from './routes/factors/unenroll-factor.ts'
import { verifyFactor } from './routes/factors/verify-factor.ts'
import { logout } from './routes/logout.ts'
import { otp } from './routes/otp.ts'
import { reauthenticate } from './routes/reauthenticate.ts'
import { recover } from './routes/recover.ts'
import { resend } from './routes/resend.ts'
import { samlAcs, samlMetadata } from './routes/saml.ts'
import { health, jwks, settingsRoute } from './routes/server-info.ts'
import { signUp } from './routes/sign-up.ts'
import { sso } from './routes/sso.ts'
import { token } from './routes/token.ts'
import { unsupportedRoutes } from './routes/unsupported.ts'
import { linkIdentity, unlinkIdentity } from './routes/user-identities.ts'
import { getUser, updateUser } from './routes/user.ts'
import { verify, verifyLink } from './routes/verify.ts'

/** Sign-in providers make the browser post forms to these routes. */
export const formRoutes: readonly Route[] = [callbackByForm, samlAcs]

export const routes: readonly Route[] = [
  health,
  settingsRoute,
  jwks,
  signUp,
  token,
  otp,
  verify,
  verifyLink,
  resend,
  recover,
  reauthenticate,
  logout,
  getUser,
  updateUser,
  enroll,
  challenge,
  verifyFactor,
  unenroll,
  authorize,
  sso,
  samlMetadata,
  callback,
  linkIdentity,
  unlinkIdentity,
  ...recoveryCodeRoutes,
  ...adminRoutes,
  ...unsupportedRoutes,
]
