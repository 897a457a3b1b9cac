import type { Account } from './account.ts'

/** An account as clients know it. */
export function asUser(account: Account) {
  return {
    id: account.id,
    aud: account.aud,
    role: account.role,
    email: account.email ?? '',
    ...given('email_confirmed_at', account.email_confirmed_at),
    ...given('invited_at', account.invited_at),
    phone: account.phone ?? '',
    ...given('phone_confirmed_at', account.phone_confirmed_at),
    ...given('confirmation_sent_at', account.confirmation_sent_at),
    ...given('confirmed_at', account.confirmed_at),
    ...given('recovery_sent_at', account.recovery_sent_at),
    ...given('new_email', account.email_change),
    ...given('email_change_sent_at', account.email_change_sent_at),
    ...given('new_phone', account.phone_change),
    ...given('phone_change_sent_at', account.phone_change_sent_at),
    ...given('last_sign_in_at', account.last_sign_in_at),
    ...given('banned_until', account.banned_until),
    app_metadata: account.raw_app_meta_data ?? {},
    user_metadata: account.raw_user_meta_data ?? {},
    ...(account.factors.length > 0 ? { factors: account.factors } : {}),
    identities: account.identities,
    created_at: account.created_at,
    updated_at: account.updated_at,
    is_anonymous: account.is_anonymous,
  }
}

/** What is not there is not sent. */
function given(name: string, value: Date | string | null) {
  return value ? { [name]: value } : {}
}
