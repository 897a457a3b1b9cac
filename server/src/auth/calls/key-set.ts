import type { Call } from '../call.ts'

export const keySet: Call = {
  method: 'GET',
  path: '/.well-known/jwks.json',
  answer: async ({ keySet: keys }, _request, reply) => {
    reply.header('cache-control', 'public, max-age=600')
    return { keys }
  },
}
