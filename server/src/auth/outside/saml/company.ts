/** What the settings say about a company that signs its people in by SAML. */
export interface SamlCompany {
  /** Its own name, which its assertions bear. */
  entity_id: string
  sso_url: string
  /** Any of them may sign: a new one stands beside the old one until the company has changed over. */
  certificates: readonly string[]
  attributes?: { email?: string | undefined; name?: string | undefined } | undefined
}
