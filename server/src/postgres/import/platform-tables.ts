// What is brought over of the tables that every Supabase project has. Sessions, tokens and what waits to be confirmed stay
// behind: people sign in anew, with the password they have.

interface Taken {
  /** What stands in a column instead of what the other side has there. */
  instead: Record<string, string>
  /** Which rows. */
  where: string
}

const bcrypt = String.raw`'^\$2[abxy]\$(0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$'`

const nothing = "''"

const provenNothing = 'email_confirmed_at is null and phone_confirmed_at is null'

export const platformTables: Record<string, Taken> = {
  'auth.users': {
    instead: {
      // As sign-in looks for it.
      email: 'lower(email)',
      phone: "nullif(phone, '')",
      // Who proved neither address nor number may be a stranger to both, whose password must not outlive the owner's proof.
      encrypted_password: `case when encrypted_password ~ ${bcrypt} and not (${provenNothing})
        then encrypted_password else '' end`,
      confirmation_token: nothing,
      recovery_token: nothing,
      email_change_token_new: nothing,
      email_change_token_current: nothing,
      email_change: nothing,
      email_change_confirm_status: '0',
      phone_change: nothing,
      phone_change_token: nothing,
      reauthentication_token: nothing,
    },
    where: 'true',
  },
  'auth.identities': { instead: {}, where: 'true' },
  'auth.mfa_factors': {
    instead: { last_challenged_at: 'null' },
    where:
      "factor_type::text = 'totp' and status::text = 'verified' and secret ~ '^[A-Z2-7]{16,}=*$'",
  },
  'storage.buckets': { instead: {}, where: 'true' },
}

/** What is worth knowing before. */
export const knownLosses: { of: string; words: string }[] = [
  {
    of: `auth.users where coalesce(encrypted_password, '') <> '' and encrypted_password !~ ${bcrypt}`,
    words: 'accounts whose password is no bcrypt, and who choose a new one by "Forgot password"',
  },
  {
    of: `auth.users where encrypted_password ~ ${bcrypt} and ${provenNothing}`,
    words: 'accounts that proved neither address nor number, and whose password is forgotten',
  },
  {
    of: `auth.users u where coalesce(u.encrypted_password, '') = '' and u.email is not null`,
    words: 'accounts without a password, who choose one by "Forgot password"',
  },
  {
    of: 'auth.users where email is null or is_sso_user',
    words: 'accounts without an address of their own, who cannot sign in',
  },
  {
    of: `auth.mfa_factors where status::text = 'verified'
      and (factor_type::text <> 'totp' or coalesce(secret, '') !~ '^[A-Z2-7]{16,}=*$')`,
    words: 'second factors that are no authenticator app, or cannot be read',
  },
]
