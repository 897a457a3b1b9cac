/** Where a company finds us: what its administrator writes down there. */
export function addressesAt(site: string) {
  return {
    /** Our name, and where it is described. */
    metadata: `${site}/auth/v1/sso/saml/metadata`,
    /** Where answers are sent to. */
    acs: `${site}/auth/v1/sso/saml/acs`,
  }
}

export type AddressesHere = ReturnType<typeof addressesAt>
