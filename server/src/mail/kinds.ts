// The mails there are, and what each is told. Their words stand in the product's templates.
export const mailKinds = {
  confirmation: ['email', 'link', 'code', 'validFor'],
  'magic-link': ['email', 'link', 'code', 'validFor'],
  recovery: ['email', 'link', 'code', 'validFor'],
  invite: ['email', 'link', 'validFor'],
  'email-change': ['email', 'oldEmail', 'link', 'code', 'validFor'],
  reauthentication: ['email', 'code', 'validFor'],
  'password-changed': ['email'],
  'email-changed': ['email', 'oldEmail'],
  'phone-changed': ['email'],
  'account-exists': ['email'],
  'second-factor-changed': ['email', 'what'],
  'way-in-changed': ['email', 'what'],
} as const satisfies Record<string, readonly string[]>

export type MailKind = keyof typeof mailKinds

export function isMailKind(name: string): name is MailKind {
  return Object.hasOwn(mailKinds, name)
}

/** What the sender has to tell. */
export function valuesOf(kind: MailKind): readonly string[] {
  return mailKinds[kind]
}
