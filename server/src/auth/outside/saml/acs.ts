// A browser brings what a company answered, by a form of the company's page.
import { z } from 'zod'
import type { Call } from '../../call.ts'
import { read } from '../../read.ts'
import { comeBack } from '../callback.ts'
import { queryOf } from '../query-of.ts'
import { notBegunHere } from '../visits.ts'

const form = z.object({
  SAMLResponse: z.string().optional(),
  RelayState: z.string().optional(),
})

export const takeSamlAnswer: Call = {
  method: 'POST',
  path: '/sso/saml/acs',
  // A company may say much of its people: of what groups they are.
  bodyLimit: 512 * 1024,
  answer: (auth, request, reply) =>
    comeBack(auth, request, reply, () => {
      const { SAMLResponse, RelayState } = read(form, request.body)
      // Who presses a tile on the company's own page brings none, or an address.
      if (!RelayState) throw notBegunHere()
      return { state: RelayState, brought: queryOf({ SAMLResponse }) }
    }),
}
