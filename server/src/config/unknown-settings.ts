// Refuses mistyped settings, because the server would silently use the default of the intended setting.

/** A setting with one of these prefixes can only be meant for this server. */
const ownPrefixes = ['S3_', 'SMTP_', 'SMS_', 'MENDWELL_']

/** Settings of earlier versions, and the ones that replace them. */
const replacements = new Map([['MAIL_CONCURRENCY', 'JOB_CONCURRENCY']])

export function explainUnknownSettings(environment: NodeJS.ProcessEnv, known: string[]) {
  const messages = Object.keys(environment)
    .filter((name) => !known.includes(name))
    .map((name) => explainUnknown(name, known))
  return messages.filter((message) => message !== undefined).join('\n')
}

function explainUnknown(name: string, known: string[]) {
  const replacement = replacements.get(name)
  if (replacement) return `The setting ${name} was replaced by ${replacement}.`
  const meant = known.find((setting) => isTypoOf(setting, name) && !isOtherSpelling(setting, name))
  if (meant) return `The setting ${name} is unknown. Did you mean ${meant}?`
  if (ownPrefixes.some((prefix) => name.startsWith(prefix))) {
    return `The setting ${name} is unknown. docs/operations/settings.md lists them all.`
  }
  return undefined
}

/** Other programs read names such as TIMEZONE and LOGLEVEL, so a difference in underscores is not a typo. */
function isOtherSpelling(wanted: string, written: string) {
  return wanted.replaceAll('_', '') === written.replaceAll('_', '')
}

/**
 * Returns true for one missing, added or wrong letter, or for two swapped neighbors. In a short name, a wrong letter
 * does not count: POST is not a typo of PORT.
 */
function isTypoOf(wanted: string, written: string) {
  if (Math.abs(wanted.length - written.length) > 1) return false
  const start = commonLength(wanted, written)
  const restOf = (text: string, skip: number) => text.slice(start + skip)
  const swapped = restOf(wanted, 1)[0] === written[start] && restOf(written, 1)[0] === wanted[start]
  return (
    (wanted.length > 5 && restOf(wanted, 1) === restOf(written, 1)) ||
    restOf(wanted, 1) === restOf(written, 0) ||
    restOf(wanted, 0) === restOf(written, 1) ||
    (swapped && restOf(wanted, 2) === restOf(written, 2))
  )
}

function commonLength(a: string, b: string) {
  let length = 0
  while (length < a.length && a[length] === b[length]) length += 1
  return length
}
