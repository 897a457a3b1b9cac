/** What this dialect has to know of the installation. */
export interface AuthSettings {
  productName: string
  /** Strangers may sign up. */
  isSignUpOpen: boolean
  /** Where people are: the origin that links in mails lead to. */
  site: string
  /** Further addresses to which a link may lead. */
  redirects: readonly string[]
  sessions: {
    idleHours: number
    mostDays: number
  }
}
