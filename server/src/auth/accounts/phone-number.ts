// Parses phone numbers in E.164 format. As in Supabase, the database stores them without the plus.
import type { AuthSettings } from '../auth-dependencies.ts'
import { countryNotServed, invalid, noPhones } from '../errors.ts'

/**
 * Requires at least seven digits, because shorter numbers belong to emergency or premium services.
 */
const e164 = /^[1-9]\d{6,14}$/u

export function stripPlus(written: string) {
  return written.replaceAll(' ', '').replace(/^\+/u, '')
}

/** Parses a number that will receive an SMS. Throws if no SMS service is configured. */
export function requirePhoneNumber(
  { hasPhones }: AuthSettings,
  written: string,
  disabledMessage?: string,
) {
  if (!hasPhones) throw noPhones(disabledMessage)
  return parsePhoneNumber(written)
}

/** Parses a number to which the request sends no SMS. Works without an SMS service. */
export function parsePhoneNumber(written: string) {
  const digits = stripPlus(written)
  if (e164.test(digits)) return digits
  throw invalid('Invalid phone number format (E.164 required)')
}

/** Throws if the settings list prefixes and the number begins with none of them. */
export function checkCountry({ smsCountries: countries }: AuthSettings, phone: string) {
  if (countries.length === 0 || countries.some((country) => phone.startsWith(country))) return
  throw countryNotServed(countries)
}

export function checkChannel(channel: string | null | undefined) {
  if (!channel || channel === 'sms') return
  const reason = channel === 'whatsapp' ? 'WhatsApp is not supported here' : 'Invalid channel'
  throw invalid(`${reason}: the supported value is 'sms'.`)
}
