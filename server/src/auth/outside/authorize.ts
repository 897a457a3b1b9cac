import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Call } from '../call.ts'
import { invalid } from '../errors.ts'
import { leadOn, withRefusal } from '../lead-on.ts'
import { read } from '../read.ts'
import { allowedRedirect } from '../redirects.ts'
import { beginAt, sendThere, visitQuery } from './begin.ts'
import { providerNamed } from './providers.ts'

const query = visitQuery.extend({ provider: z.string().max(100).default('') })

/** A browser is on its way to a provider. */
export const authorize: Call = {
  method: 'GET',
  path: '/authorize',
  answer: async (auth, request, reply) => {
    refuseEmbedded(request)
    const given = read(query, request.query)
    const provider = providerNamed(auth.providers, given.provider)
    const isScript = given.skip_http_redirect === 'true'
    return beginAt(auth, request, reply, { provider, given }).then(
      (address) => sendThere(reply, address, given),
      (error: unknown) => {
        if (isScript) throw error
        const page = new URL(allowedRedirect(auth.settings, given.redirect_to))
        return leadOn(reply, withRefusal(page, error))
      },
    )
  },
}

/** A picture or a frame in some page goes nowhere; it would only use up the visits of its reader's network. */
function refuseEmbedded({ headers: { 'sec-fetch-dest': place = 'document' } }: FastifyRequest) {
  if (place === 'document' || place === 'empty') return
  throw invalid(
    'A sign-in is begun by a page, and not by a picture, script, style or frame in one.',
  )
}
