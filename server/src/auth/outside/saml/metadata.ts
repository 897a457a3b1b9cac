import type { Call } from '../../call.ts'
import { addressesAt } from './addresses.ts'
import { metadataOf } from './ours.ts'

/** Also before there is a company: its administrator needs it first. */
export const samlMetadata: Call = {
  method: 'GET',
  path: '/sso/saml/metadata',
  answer: async ({ settings }, _request, reply) =>
    reply.type('application/samlmetadata+xml').send(metadataOf(addressesAt(settings.site))),
}
