// Screens never show the description in a redirect URL, because anybody can put any text into a link.

const expired = 'This login has expired or was started in another browser. Start again here.'
const untrusted = "We couldn't verify that login. Try again. If it keeps failing, contact an admin."
const busy = 'Mendwell is busy. Try again in a few seconds.'

/** A test compares these codes with docs/errors.md. */
const messages: Record<string, string> = {
  bad_code_verifier: expired,
  bad_oauth_callback: untrusted,
  bad_oauth_state: expired,
  body_too_large: 'The provider sent too much data. Log in another way, and contact an admin.',
  conflict: busy,
  email_address_not_authorized:
    "The account you chose doesn't belong to this company. Log in there with your work email.",
  email_exists:
    'An account with your email already exists. Log in another way, then link this account in Settings, Security.',
  email_not_confirmed: 'Confirm your email address first. Use the link in our email.',
  flow_state_expired: expired,
  flow_state_not_found: expired,
  identity_already_exists:
    'That account is already linked to you or to someone else. Choose a different one.',
  identity_not_linked_by_hand:
    'Admins have to link this account first. Log in another way, then link it in Settings, Security.',
  identity_unlinked:
    'This account is no longer linked. Log in another way, then link it again in Settings, Security.',
  no_role: 'Your account has an unknown role, so there is no page to open. Contact an admin.',
  otp_expired: 'This link has expired or was already used.',
  over_request_rate_limit: 'Too many attempts. Wait a few minutes, then try again.',
  pkce_code_verifier_not_found: expired,
  provider_disabled: 'This login method is no longer offered. Log in another way.',
  provider_email_needs_verification:
    "Your email address isn't confirmed there. Confirm it first, then try again.",
  provider_refused: 'The login was canceled or refused. Try again, or log in another way.',
  provider_unavailable:
    "The login provider isn't responding. Try again in a few minutes, or log in another way.",
  request_timeout: busy,
  saml_assertion_no_email:
    "Your company didn't send us your email address. Ask your company to share it.",
  saml_assertion_no_user_id: untrusted,
  session_not_found: 'Your session has ended. Log in again, then link the account again.',
  signup_disabled:
    'No account here has that email address. Contact an admin, or choose a different account.',
  user_already_exists: busy,
  user_banned: 'This account is suspended. Contact an admin.',
  user_not_found: 'This account no longer exists. Contact an admin.',
  validation_failed: untrusted,
}

export function callbackErrorMessage(code: string): string {
  return messages[code] ?? "That didn't work. Try again, or log in another way."
}
