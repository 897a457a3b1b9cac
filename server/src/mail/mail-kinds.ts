// Defines the kinds of emails, and the values that each kind needs.
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

/** Lists the values that the sender must provide. */
export function valuesOf(kind: MailKind): readonly string[] {
  return mailKinds[kind]
}
