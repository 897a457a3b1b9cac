// Messages for the error code with which a provider sends a user back. The description in the URL is never shown, because
// anybody can write a link with any text in it.

const expired = 'This sign-in is over, or was not begun in this browser. Begin again here.'
const untrusted =
  'What came back from there could not be trusted. Try again; if it stays like this, tell your administrator.'
const busy = 'Mendwell is busy. Try again in a few seconds.'

/** Has every code that docs/errors.md lists for redirects, as a test verifies. */
const messages: Record<string, string> = {
  bad_code_verifier: expired,
  bad_oauth_callback: untrusted,
  bad_oauth_state: expired,
  body_too_large:
    'More came back from there than can be taken. Log in another way, and tell your administrator.',
  conflict: busy,
  email_address_not_authorized:
    'The account you chose there does not belong to this company. Sign in there with your work address.',
  email_exists:
    'There is an account with your address, which is not opened this way. Log in another way, and link this one in Settings, Security.',
  email_not_confirmed:
    'The email address of your account is not confirmed yet. Follow the link in our mail first.',
  flow_state_expired: expired,
  flow_state_not_found: expired,
  identity_already_exists:
    'That account is linked already, here or to somebody else. Choose another one there.',
  identity_not_linked_by_hand:
    'Admins come in this way once they linked it themselves. Log in another way, and link it in Settings, Security.',
  identity_unlinked:
    'This way in was removed from your account. Log in another way, and link it again in Settings, Security.',
  no_role:
    'The role of your account is not one that is known here, so there is no place to lead you to. Ask your administrator.',
  otp_expired: 'This link has expired or was already used.',
  over_request_rate_limit: 'Too many attempts. Wait a few minutes, then try again.',
  pkce_code_verifier_not_found: expired,
  provider_disabled: 'This way in is not offered here any more. Log in another way.',
  provider_email_needs_verification:
    'Your email address is not confirmed there. Confirm it there first, then try again.',
  provider_refused: 'It was cancelled or refused there. Try again, or log in another way.',
  provider_unavailable:
    'The other side does not answer at the moment. Try again in a few minutes, or log in another way.',
  request_timeout: busy,
  saml_assertion_no_email:
    'Your company did not tell us your email address. Ask its administrator to let it through.',
  saml_assertion_no_user_id: untrusted,
  session_not_found: 'Your session has ended meanwhile. Sign in again, then link it once more.',
  signup_disabled:
    'Nobody here has the address of the account you chose there. Ask your administrator to add you, or choose another account.',
  user_already_exists: busy,
  user_banned: 'This account is suspended. Ask your administrator.',
  user_not_found: 'This account is not there any more. Ask your administrator.',
  validation_failed: untrusted,
}

export function callbackErrorMessage(code: string): string {
  return messages[code] ?? 'This did not work. Try again, or log in another way.'
}
