import { defineConfig } from 'vitest/config'

/** Pure functions run in Node. Components run in jsdom, with a stubbed network (testing-network.ts). */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'functions',
          environment: 'node',
          // Gives tests the storage of a browser tab.
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
