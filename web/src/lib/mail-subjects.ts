// Labels the kinds of emails and text messages that could not be sent.

const subjectLabels: Record<string, string> = {
  notices: 'Notices',
  signup: 'Sign up',
  magiclink: 'Link to log in',
  recovery: 'Reset a password',
  invite: 'Invitation',
  email_change: 'Change an email address',
  reauthentication: 'Code to confirm a change',
  sms: 'SMS to log in',
  sms_signup: 'SMS to sign up',
  phone_change: 'SMS to confirm a phone number',
  sms_reauthentication: 'SMS to confirm a change',
  second_factor: 'SMS for two-factor authentication',
  'password-changed': 'Password was changed',
  'email-changed': 'Email address was changed',
  'phone-changed': 'Phone number was changed',
  'second-factor-changed': 'Two-factor authentication was changed',
  'way-in-changed': 'Login method was changed',
}

export const subjectChoices = Object.entries(subjectLabels).map(([value, label]) => ({
  value,
  label,
}))

/** Returns the label of a kind of message. */
export function mailSubject(about: string): string {
  return subjectLabels[about] ?? about.replaceAll(/[-_]/g, ' ')
}
