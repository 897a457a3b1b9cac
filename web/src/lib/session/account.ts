import { queryOptions } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { dataOrNull } from '../errors.ts'
import { supabase } from '../supabase.ts'
import { parseRole, type Role } from './roles.ts'

/** The user who is signed in. */
export interface Account {
  userId: string
  email: string
  /** The role in the profile, or in the session if the server cannot be reached. */
  role: Role | undefined
  profile: AccountProfile | undefined
  /** Whether the user has no profile, because no admin has given the user a role yet. */
  isNewcomer: boolean
  profileError: unknown
  retryProfile: () => void
}

export const AccountContext = createContext<Account | undefined>(undefined)

export function useAccount(): Account {
  const account = use(AccountContext)
  if (!account) throw new Error('useAccount needs a signed-in user.')
  return account
}

export const accountProfile = (userId: string) =>
  queryOptions({
    queryKey: ['accounts', 'me', userId],
    queryFn: () => fetchAccountProfile(userId),
    staleTime: 60_000,
  })

export async function fetchAccountProfile(userId: string) {
  const client = await supabase()
  const row = dataOrNull(
    await client
      .from('profiles')
      .select('role, username, full_name, company_name, profile_picture, is_filled')
      .eq('id', userId)
      .maybeSingle(),
  )
  if (!row) return null
  return {
    role: parseRole(row.role),
    name: row.full_name?.trim() || row.username?.trim() || '',
    fullName: row.full_name?.trim() ?? '',
    company: row.company_name ?? '',
    picture: row.profile_picture ?? '',
    /** Facilities cannot find a consultant whose profile has no headline, bio or services. */
    isFilled: row.is_filled,
  }
}

type AccountProfile = NonNullable<Awaited<ReturnType<typeof fetchAccountProfile>>>
