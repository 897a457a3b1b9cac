import { defineConfig } from 'vitest/config'

/**
 * Tests of functions run in Node. Tests of components run in jsdom, with a stubbed network (see testing-network.ts).
 */
export default defineConfig({
  test: {
    // Use all cores. By default, Vitest leaves one core unused. In watch mode, it leaves half of the cores unused.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'functions',
          environment: 'node',
          // This option gives tests `localStorage` and `sessionStorage`.
          execArgv: ['--experimental-webstorage'],
          include: ['src/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'components',
          environment: 'jsdom',
          environmentOptions: { jsdom: { url: 'http://localhost:3000' } },
          include: ['src/**/*.test.tsx'],
          setupFiles: ['src/testing-setup.ts'],
          testTimeout: 20_000,
        },
      },
    ],
  },
})
