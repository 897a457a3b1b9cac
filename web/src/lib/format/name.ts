export interface Named {
  company_name?: string | null
  full_name: string | null
  username: string | null
}

/** What people know somebody by: the company first, where there is one. */
export function nameOf(person: Named | null | undefined): string {
  return person?.company_name || person?.full_name || person?.username || 'Somebody'
}
