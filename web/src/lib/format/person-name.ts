interface Named {
  full_name: string | null
  username: string | null
  company_name?: string | null
}

/** How a person is called; whoever is hidden or gone has no name. */
export function personName(person: Named | null): string {
  return person?.full_name || person?.username || person?.company_name || 'Somebody'
}
