import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

// In development this server serves the page. It proxies all other requests.
const server = `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`
const services = ['/rest', '/auth', '/storage', '/functions', '/config.json', '/healthz']

// The pages with a single form load a few chunks instead of many small files. Only their own modules are listed here.
// Other pages load their modules themselves.
const formParts = 'Button|Input|Loader|PasswordInput|TextInput|Transition|UnstyledButton|ActionIcon'
const ofOtherForms = 'long-form|input-fields|choice-fields|moment-field|setting-switch|draft'
const formPages = new RegExp(
  [
    'web/src/ui/(public-page|notice|brand|ui-provider|lazy|toast\\.)',
    `web/src/ui/forms/(?!.*(${ofOtherForms}))`,
    'web/src/lib/session/',
    'web/src/lib/(errors|email-schema|supabase\\.ts|local-store|use-hydrated|public-config|same-origin)',
    'node_modules/zod/',
  ].join('|'),
)
const groups = [
  {
    name: 'react',
    // The code that draws icons is here too. Each icon is bundled with the pages that show it.
    test: /node_modules\/((react|react-dom|react-router|scheduler|clsx)\/|lucide-react\/dist\/esm\/(?!icons\/))/,
  },
  {
    name: 'parts',
    test: new RegExp(`node_modules/@mantine/core/esm/(core|components/(${formParts}))/`),
  },
  // All pages use this group, including the public page, which has no style sheet.
  { name: 'every', test: /web\/src\/(app\/page-meta|ui\/(tokens|head))\./ },
  { name: 'forms', test: formPages },
  // All steps of a sign-in use this group, and setting a new password uses parts of it.
  { name: 'sign-in', test: /features\/sign-in\/sign-in(\.module|\.ts)/ },
  { name: 'methods', test: /lib\/sign-in\/(sign-in-methods|url-params)/ },
  // One file for the shared icons is smaller than many small files and a longer list of files.
  { name: 'icons', test: /lucide-react\/dist\/esm\/icons\//, minShareCount: 3 },
  // Parts that only dialogs or only admin lists use are left out.
  {
    name: 'lib',
    test: /web\/src\/lib\/(?!files)|node_modules\/@tanstack\//,
    minShareCount: 4,
  },
  {
    name: 'pages',
    test: /web\/src\/ui\/(?!forms|files|charts|table\/(listing|admin-list|csv-export)|.*menu|.*dialog|toast)/,
    minShareCount: 4,
  },
]

// Reading a property or a global has no side effects in this code.
const treeshake = { propertyReadSideEffects: false, unknownGlobalSideEffects: false } as const

// Every first visit loads the list of all files, so their names are short. Seven characters of a hash are enough.
const name = 'assets/[name]-[hash:7]'
const names = {
  entryFileNames: `${name}.js`,
  chunkFileNames: `${name}.js`,
  assetFileNames: `${name}[extname]`,
}

// Mantine has fourteen colors in all shades. The app uses none of these nine, which every first visit would load.
const unusedColor = /^--mantine-color-(?:cyan|grape|green|indigo|lime|orange|pink|violet|yellow)-/
const withoutUnusedColors = {
  postcssPlugin: 'without-unused-colors',
  Declaration(declaration: { prop: string; remove: () => void }) {
    if (unusedColor.test(declaration.prop)) declaration.remove()
  },
}

export default defineConfig({
  plugins: [reactRouter()],
  css: { postcss: { plugins: [withoutUnusedColors] } },
  environments: {
    client: {
      build: { rolldownOptions: { treeshake, output: { ...names, codeSplitting: { groups } } } },
    },
  },
  server: {
    proxy: {
      ...Object.fromEntries(services.map((path) => [path, server])),
      '/realtime': { target: server, ws: true },
    },
  },
})
