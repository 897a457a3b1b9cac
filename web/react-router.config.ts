import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src/app',
  buildDirectory: `build/${process.env['WEB_BUILD'] ?? 'by-hand'}`,
  ssr: false,
  prerender: [
    '/marketing',
    '/login',
    '/request-intake-form',
    '/forgot-password',
    '/reset-password',
  ],
} satisfies Config
