// What a mail that was not sent is about.

const subjects: Record<string, string> = {
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

export const subjectChoices = Object.entries(subjects).map(([value, label]) => ({ value, label }))

/** One that is new here is said as the server calls it. */
export function mailSubject(about: string): string {
  return subjects[about] ?? about.replaceAll(/[-_]/g, ' ')
}
