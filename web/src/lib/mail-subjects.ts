// The subjects of emails that could not be sent.

const subjectLabels: Record<string, string> = {
  notices: 'Notices',
  signup: 'Sign up',
  magiclink: 'Sign in by a link',
  recovery: 'Reset a password',
  invite: 'Invitation',
  email_change: 'Change an address',
  reauthentication: 'Code to confirm a change',
  sms: 'SMS to sign in',
  sms_signup: 'SMS to sign up',
  phone_change: 'SMS to confirm a number',
  sms_reauthentication: 'SMS to confirm a change',
  second_factor: 'SMS as second factor',
  'password-changed': 'Password was changed',
  'email-changed': 'Address was changed',
  'phone-changed': 'Number was changed',
  'second-factor-changed': 'Second factor was changed',
  'way-in-changed': 'A way to sign in was changed',
}

export const subjectChoices = Object.entries(subjectLabels).map(([value, label]) => ({
  value,
  label,
}))

/** The label of an email kind; a kind that is unknown here keeps the server's name. */
export function mailSubject(about: string): string {
  return subjectLabels[about] ?? about.replaceAll(/[-_]/g, ' ')
}
