import type { Company } from '../config/company-sign-in.ts'

/** What this dialect has to know of the installation. */
export interface AuthSettings {
  productName: string
  /** Strangers may sign up. */
  isSignUpOpen: boolean
  /** And need not prove the address or number that they say is theirs. */
  isSignUpAtOnce: boolean
  /** Messages go out, so there are phone numbers. */
  hasPhones: boolean
  /** How numbers begin, without their plus, that messages go to; none stands for all. */
  smsCountries: readonly string[]
  /** Where people are: the origin that links in mails lead to. */
  site: string
  /** Further addresses to which a link may lead. */
  redirects: readonly string[]
  /** Whose people sign in at their company. */
  companies: readonly Company[]
  sessions: {
    idleHours: number
    mostDays: number
  }
}
