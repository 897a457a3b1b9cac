import { defineConfig } from 'vitest/config'

/** Tests of functions run in Node, and tests of components in jsdom with a stubbed network. */
export default defineConfig({
  test: {
    // Use all cores, because Vitest leaves at least one unused by default.
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
