import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { chunkGroups } from './chunk-groups.ts'
import { reloadOncePlugin } from './reload-once-plugin.ts'

// In development, Vite forwards requests for the paths in `services` to the server.
const server = `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`
const services = ['/rest', '/auth', '/storage', '/functions', '/config.json', '/healthz']

// Tell the bundler that reading a property or a global has no side effects in the app's code.
const treeshake = { propertyReadSideEffects: false, unknownGlobalSideEffects: false } as const

// File names are short, because every first visit loads the list of all files.
const name = 'assets/[name]-[hash:7]'
const names = {
  entryFileNames: `${name}.js`,
  chunkFileNames: `${name}.js`,
  assetFileNames: `${name}[extname]`,
}

// The build removes the nine Mantine colors that the app does not use.
const unusedColor = /^--mantine-color-(?:cyan|grape|green|indigo|lime|orange|pink|violet|yellow)-/
const withoutUnusedColors = {
  postcssPlugin: 'without-unused-colors',
  Declaration(declaration: { prop: string; remove: () => void }) {
    if (unusedColor.test(declaration.prop)) declaration.remove()
  },
}

export default defineConfig({
  plugins: [reactRouter(), reloadOncePlugin()],
  css: { postcss: { plugins: [withoutUnusedColors] } },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          treeshake,
          output: { ...names, codeSplitting: { groups: chunkGroups } },
        },
      },
    },
  },
  server: {
    proxy: {
      ...Object.fromEntries(services.map((path) => [path, server])),
      '/realtime': { target: server, ws: true },
    },
  },
})
