// Finds and locks accounts, and converts them to the user object that clients expect.
import type { Queryable } from '../../postgres/transaction.ts'
import { banned, noSuchUser } from '../errors.ts'

interface Identity {
  identity_id: string
  id: string
  user_id: string
  identity_data: Record<string, unknown>
  provider: string
  last_sign_in_at: string | null
  created_at: string
  updated_at: string
  email: string | null
}

interface Factor {
  id: string
  friendly_name: string | null
  factor_type: string
  status: 'verified' | 'unverified'
  created_at: string
  updated_at: string
}

export interface Account {
  id: string
  aud: string
  role: string
  email: string | null
  encrypted_password: string | null
  email_confirmed_at: Date | null
  invited_at: Date | null
  phone: string | null
  phone_confirmed_at: Date | null
  confirmation_sent_at: Date | null
  confirmed_at: Date | null
  recovery_sent_at: Date | null
  email_change: string | null
  email_change_sent_at: Date | null
  phone_change: string | null
  phone_change_sent_at: Date | null
  last_sign_in_at: Date | null
  raw_app_meta_data: Record<string, unknown> | null
  raw_user_meta_data: Record<string, unknown> | null
  created_at: Date
  updated_at: Date
  banned_until: Date | null
  is_banned: boolean
  is_anonymous: boolean
  identities: Identity[]
  factors: Factor[]
}

const identities = `coalesce((
  select json_agg(json_build_object(
    'identity_id', i.id, 'id', i.provider_id, 'user_id', i.user_id, 'identity_data', i.identity_data,
    'provider', i.provider, 'last_sign_in_at', i.last_sign_in_at, 'created_at', i.created_at,
    'updated_at', i.updated_at, 'email', i.email
  ) order by i.created_at)
  from auth.identities i where i.user_id = u.id
), '[]')`

// Clients see a set of recovery codes as one factor. The factor's id is the id of the set.
const factors = `coalesce((
  select json_agg(f order by f.created_at)
  from (
    select f.id, f.friendly_name, f.factor_type::text, f.status::text, f.created_at, f.updated_at
    from auth.mfa_factors f where f.user_id = u.id
    union all
    select c.set_id, min(c.friendly_name), 'recovery_code', 'verified', min(c.created_at), min(c.created_at)
    from private.recovery_codes c where c.user_id = u.id
    group by c.set_id
  ) as f
), '[]')`

const accounts = `
  select u.id, u.aud, u.role, u.email, u.encrypted_password, u.email_confirmed_at, u.invited_at, u.phone,
    u.phone_confirmed_at, u.confirmation_sent_at, u.confirmed_at, u.recovery_sent_at, u.email_change,
    u.email_change_sent_at, u.phone_change, u.phone_change_sent_at, u.last_sign_in_at, u.raw_app_meta_data,
    u.raw_user_meta_data, u.created_at, u.updated_at, u.banned_until, coalesce(u.banned_until > now(), false) as is_banned, u.is_anonymous,
    ${identities} as identities, ${factors} as factors
  from auth.users u`

export async function findAccountById(db: Queryable, id: string): Promise<Account | undefined> {
  const { rows } = await db.query<Account>(`${accounts} where u.id = $1 and u.deleted_at is null`, [
    id,
  ])
  return rows[0]
}

/**
 * Locks the account. Throws if the account does not exist or is banned. Until the transaction ends, no other request
 * can ban the account or change its password. Always lock an account before its sessions.
 */
export async function lockActiveAccount(db: Queryable, id: string): Promise<Account> {
  await db.query('select from auth.users where id = $1 for no key update', [id])
  const account = await findAccountById(db, id)
  if (!account) throw noSuchUser()
  if (account.is_banned) throw banned()
  return account
}

/**
 * Locks the account's row, even if the account is banned. Read the account after this call, because another request may
 * have changed the account before the lock.
 */
export async function lockAccountRow(db: Queryable, id: string) {
  await db.query('select from auth.users where id = $1 for update', [id])
}

/** Ignores SSO accounts, because only the SSO provider has verified their email. */
export async function findAccountByEmail(
  db: Queryable,
  email: string,
): Promise<Account | undefined> {
  const { rows } = await db.query<Account>(
    `${accounts} where u.email = $1 and not u.is_sso_user and u.deleted_at is null`,
    [email],
  )
  return rows[0]
}

export async function findAccountByPhone(
  db: Queryable,
  phone: string,
): Promise<Account | undefined> {
  const { rows } = await db.query<Account>(
    `${accounts} where u.phone = $1 and u.deleted_at is null`,
    [phone],
  )
  return rows[0]
}

/** Finds the account that most recently asked to change to this number. */
export async function findAccountByNewPhone(
  db: Queryable,
  phone: string,
): Promise<Account | undefined> {
  const { rows } = await db.query<Account>(
    `${accounts} where u.phone_change = $1 and u.phone_change <> '' and u.deleted_at is null
     order by u.phone_change_sent_at desc nulls last limit 1`,
    [phone],
  )
  return rows[0]
}

/** The email or phone number that a user logs in with. */
export interface LoginIdentifier {
  by: 'email' | 'phone'
  address: string
}

/**
 * Reads only the id and the password hash, so that the query takes as long for an unknown address as for a known one.
 */
export async function findCredentials(db: Queryable, { by, address }: LoginIdentifier) {
  const { rows } = await db.query<Pick<Account, 'id' | 'encrypted_password'>>(
    `select id, encrypted_password from auth.users
     where ${by} = $1 and not is_sso_user and deleted_at is null`,
    [address],
  )
  return rows[0]
}

export async function listAccounts(db: Queryable, limit: number, offset: number) {
  const { rows } = await db.query<Account>(
    `${accounts} where u.deleted_at is null order by u.created_at desc nulls last, u.id limit $1 offset $2`,
    [limit, offset],
  )
  const counted = await db.query<{ total: number }>(
    'select count(*)::integer as total from auth.users where deleted_at is null',
  )
  return { accounts: rows, total: counted.rows[0]?.total ?? 0 }
}

/** Returns whether the account has a verified second factor. Recovery codes do not count. */
export function hasSecondFactor({ factors: enrolled }: Account) {
  return enrolled.some(
    ({ status, factor_type: type }) => status === 'verified' && type !== 'recovery_code',
  )
}

/** Converts the account to the user object that clients expect. */
export function toUser(account: Account) {
  return {
    id: account.id,
    aud: account.aud,
    role: account.role,
    email: account.email ?? '',
    ...optional('email_confirmed_at', account.email_confirmed_at),
    ...optional('invited_at', account.invited_at),
    phone: account.phone ?? '',
    ...optional('phone_confirmed_at', account.phone_confirmed_at),
    ...optional('confirmation_sent_at', account.confirmation_sent_at),
    ...optional('confirmed_at', account.confirmed_at),
    ...optional('recovery_sent_at', account.recovery_sent_at),
    ...optional('new_email', account.email_change),
    ...optional('email_change_sent_at', account.email_change_sent_at),
    ...optional('new_phone', account.phone_change),
    ...optional('phone_change_sent_at', account.phone_change_sent_at),
    ...optional('last_sign_in_at', account.last_sign_in_at),
    ...optional('banned_until', account.banned_until),
    app_metadata: account.raw_app_meta_data ?? {},
    user_metadata: account.raw_user_meta_data ?? {},
    ...(account.factors.length > 0 ? { factors: account.factors } : {}),
    identities: account.identities,
    created_at: account.created_at,
    updated_at: account.updated_at,
    is_anonymous: account.is_anonymous,
  }
}

function optional(name: string, value: Date | string | null) {
  return value ? { [name]: value } : {}
}
