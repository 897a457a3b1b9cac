export interface Named {
  role: string
  company_name?: string | null
  full_name: string | null
  username: string | null
}

/** What others know somebody by: a facility by its company, everybody else by their own name. As `app.shown_name`. */
export function nameOf(person: Named | null | undefined): string {
  return namesOf(person)[0] ?? 'Somebody'
}

/** What stands beside it: who speaks for a facility, or the company of a person. */
export function lesserNameOf(person: Named | null | undefined): string | undefined {
  return namesOf(person)[1]
}

function namesOf(person: Named | null | undefined): string[] {
  if (!person) return []
  const own = person.full_name || person.username
  const company = person.company_name
  const names = person.role === 'facility' ? [company, own] : [own, company]
  return names.map((name) => name ?? '').filter((name) => name !== '')
}
