import type { Auth } from '../parts.ts'
import { byMail, type MailPurpose } from './purposes.ts'

interface Destination {
  purpose: MailPurpose
  redirectTo?: string | undefined
  flowId?: string | undefined
}

/**
 * The address in a mail. The web's own screen shows a button first, since mail programs open links to look at them;
 * a client that named where to go gets a link that leads there at once.
 */
export function linkTo({ settings, screenOf }: Auth, token: string, wanted: Destination) {
  const { purpose, redirectTo, flowId } = wanted
  if (redirectTo === undefined && flowId === undefined) {
    const query = new URLSearchParams({ token_hash: token, type: purpose })
    return `${settings.site}${screenOf(byMail[purpose].mail)}?${query.toString()}`
  }
  const query = new URLSearchParams({
    token,
    type: purpose,
    redirect_to: redirectTo ?? `${settings.site}/`,
  })
  return `${settings.site}/auth/v1/verify?${query.toString()}`
}
