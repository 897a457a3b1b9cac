// Codes of authenticator apps.
import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'

/** One step before and after: clocks differ. */
const window = 1

interface Label {
  issuer: string
  label: string
}

export function newTotp(label: Label) {
  const totp = new TOTP({ ...label, secret: new Secret({ size: 20 }) })
  const uri = totp.toString()
  // Names of colours: clients put the picture into an address, where # would end it.
  const qrCode = renderSVG(uri, { ecc: 'M', blackColor: 'black', whiteColor: 'white' })
  return { secret: totp.secret.base32, uri, qrCode }
}

/** The step of time that a code belongs to, or undefined where it is none of this secret's. */
export function stepOf(secret: string, code: string): number | undefined {
  if (!/^\d{6}$/u.test(code)) return undefined
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token: code, window })
  return delta === null ? undefined : totp.counter() + delta
}
