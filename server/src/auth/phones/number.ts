// Numbers as E.164 has them. They are kept without their plus, as other servers of this dialect keep them.
import { countryNotServed, invalid, noPhones } from '../errors.ts'
import type { AuthSettings } from '../settings.ts'

/** Of seven digits at least: what is shorter is no subscriber's, but an emergency call or a service that costs. */
const number = /^[1-9]\d{6,14}$/u

export function bare(written: string) {
  return written.replaceAll(' ', '').replace(/^\+/u, '')
}

/** The number that was given, where there are numbers at all. */
export function numberIn({ hasPhones }: AuthSettings, written: string, otherwise?: string) {
  if (!hasPhones) throw noPhones(otherwise)
  return writtenNumber(written)
}

/** The same, where nothing is to be sent. */
export function writtenNumber(written: string) {
  const digits = bare(written)
  if (number.test(digits)) return digits
  throw invalid('Invalid phone number format (E.164 required)')
}

/** For a number that a message is to go to. */
export function checkCountry({ smsCountries: served }: AuthSettings, phone: string) {
  if (served.length === 0 || served.some((country) => phone.startsWith(country))) return
  throw countryNotServed(served)
}

export function checkChannel(channel: string | null | undefined) {
  if (!channel || channel === 'sms') return
  const what = channel === 'whatsapp' ? 'WhatsApp is not offered here' : 'Invalid channel'
  throw invalid(`${what}: the supported value is 'sms'.`)
}
