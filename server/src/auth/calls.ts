import { adminCalls } from './admin/admin-calls.ts'
import type { Call } from './call.ts'
import { getUser } from './calls/get-user.ts'
import { health } from './calls/health.ts'
import { keySet } from './calls/key-set.ts'
import { logOut } from './calls/log-out.ts'
import { notOffered } from './calls/not-offered.ts'
import { otp } from './calls/otp.ts'
import { reauthenticate } from './calls/reauthenticate.ts'
import { recover } from './calls/recover.ts'
import { resend } from './calls/resend.ts'
import { settings } from './calls/settings.ts'
import { signUp } from './calls/sign-up.ts'
import { token } from './calls/token.ts'
import { updateUser } from './calls/update-user.ts'
import { verifyLink } from './calls/verify-link.ts'
import { verify } from './calls/verify.ts'
import { challenge } from './factors/challenge.ts'
import { enroll } from './factors/enroll.ts'
import { recoveryCodeCalls } from './factors/recovery-code-calls.ts'
import { unenroll } from './factors/unenroll.ts'
import { verifyFactor } from './factors/verify.ts'
import { authorize } from './outside/authorize.ts'
import { callback, callbackByForm } from './outside/callback.ts'
import { linkIdentity, unlinkIdentity } from './outside/link-by-hand.ts'
import { takeSamlAnswer } from './outside/saml/acs.ts'
import { samlMetadata } from './outside/saml/metadata.ts'
import { sso } from './outside/sso.ts'

/** What the pages of others send as forms. */
export const formCalls: readonly Call[] = [callbackByForm, takeSamlAnswer]

/** All that this dialect answers. */
export const calls: readonly Call[] = [
  health,
  settings,
  keySet,
  signUp,
  token,
  otp,
  verify,
  verifyLink,
  resend,
  recover,
  reauthenticate,
  logOut,
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
  ...recoveryCodeCalls,
  ...adminCalls,
  ...notOffered,
]
