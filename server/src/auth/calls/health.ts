import type { Call } from '../call.ts'

export const health: Call = {
  method: 'GET',
  path: '/health',
  answer: async ({ settings }) => ({
    version: '1',
    name: settings.productName,
    description: 'Sign-in, as Supabase clients speak it.',
  }),
}
