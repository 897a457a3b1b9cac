// The service worker, built when the page is: it names that build and every file of it.
import { readdirSync } from 'node:fs'
import { defineConfig } from 'vite'

const build = process.env['WEB_BUILD'] ?? 'by-hand'
const folder = `build/${build}/client`

/** Letters that few names have come when they are needed, and stay. */
const isKept = (file: string) => /\.(?:js|css|woff2)$/.test(file) && !/latin-ext/.test(file)

export default defineConfig({
  publicDir: false,
  define: {
    buildName: JSON.stringify(build),
    buildFiles: JSON.stringify(
      readdirSync(`${folder}/assets`)
        .filter(isKept)
        .map((file) => `/assets/${file}`),
    ),
  },
  build: {
    outDir: folder,
    emptyOutDir: false,
    lib: { entry: 'src/worker/sw.ts', formats: ['iife'], name: 'worker', fileName: () => 'sw.js' },
  },
})
