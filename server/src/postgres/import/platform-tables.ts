// Defines how to import the tables that every Supabase project has. Sessions, tokens and pending confirmations are not
// imported.

interface TableRules {
  /** SQL expressions that replace the source's value, by column. */
  replacements: Record<string, string>
  /** A condition that selects the rows. */
  where: string
}

const bcrypt = String.raw`'^\$2[abxy]\$(0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$'`

const emptyText = "''"

const isUnconfirmed = 'email_confirmed_at is null and phone_confirmed_at is null'

export const platformTables: Record<string, TableRules> = {
  'auth.users': {
    replacements: {
      // Sign-in looks up emails in lower case.
      email: 'lower(email)',
      phone: "nullif(phone, '')",
      // A stranger may have created an account without a confirmed email or number. The stranger's password must stop
      // working before the owner confirms the account.
      encrypted_password: `case when encrypted_password ~ ${bcrypt} and not (${isUnconfirmed})
        then encrypted_password else '' end`,
      confirmation_token: emptyText,
      recovery_token: emptyText,
      email_change_token_new: emptyText,
      email_change_token_current: emptyText,
      email_change: emptyText,
      email_change_confirm_status: '0',
      phone_change: emptyText,
      phone_change_token: emptyText,
      reauthentication_token: emptyText,
    },
    where: 'true',
  },
  'auth.identities': { replacements: {}, where: 'true' },
  'auth.mfa_factors': {
    replacements: { last_challenged_at: 'null' },
    where:
      "factor_type::text = 'totp' and status::text = 'verified' and secret ~ '^[A-Z2-7]{16,}=*$'",
  },
  'storage.buckets': { replacements: {}, where: 'true' },
}

/** The operator should know about these losses before the import. */
export const knownLosses: { of: string; words: string }[] = [
  {
    of: `auth.users where coalesce(encrypted_password, '') <> '' and encrypted_password !~ ${bcrypt}`,
    words:
      'accounts whose password is not a bcrypt hash, which have to choose a new one by "Forgot password"',
  },
  {
    of: `auth.users where encrypted_password ~ ${bcrypt} and ${isUnconfirmed}`,
    words:
      'accounts with neither a confirmed email nor a confirmed number, whose password is dropped',
  },
  {
    of: `auth.users u where coalesce(u.encrypted_password, '') = '' and u.email is not null`,
    words: 'accounts without a password, which have to choose one by "Forgot password"',
  },
  {
    of: 'auth.users where email is null or is_sso_user',
    words: 'accounts without an email of their own, which cannot sign in',
  },
  {
    of: `auth.mfa_factors where status::text = 'verified'
      and (factor_type::text <> 'totp' or coalesce(secret, '') !~ '^[A-Z2-7]{16,}=*$')`,
    words: 'second factors that are not authenticator apps, or cannot be read',
  },
]
