// Builds the service worker after the page, because the worker contains the list of the page's files.
import { readdirSync } from 'node:fs'
import { defineConfig } from 'vite'

const build = process.env['WEB_BUILD'] ?? 'by-hand'
const folder = `build/${build}/client`

/** The worker caches the extended Latin fonts only when a page needs them. */
const isPrecached = (file: string) => /\.(?:js|css|woff2)$/.test(file) && !/latin-ext/.test(file)

export default defineConfig({
  publicDir: false,
  define: {
    buildName: JSON.stringify(build),
    buildFiles: JSON.stringify(
      readdirSync(`${folder}/assets`)
        .filter(isPrecached)
        .map((file) => `/assets/${file}`),
    ),
  },
  build: {
    outDir: folder,
    emptyOutDir: false,
    lib: { entry: 'src/worker/sw.ts', formats: ['iife'], name: 'worker', fileName: () => 'sw.js' },
  },
})
